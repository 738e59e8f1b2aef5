#include "Profiles.h"

static const unsigned char fitness_groups[] = {
#embed "fitness-groups.yaml"
};
static const unsigned char foodshare[] = {
#embed "foodshare.yaml"
};
static const unsigned char github[] = {
#embed "github.yaml"
};
static const unsigned char gitlab[] = {
#embed "gitlab.yaml"
};
static const unsigned char lendair[] = {
#embed "lendair.yaml"
};
static const unsigned char mastodon[] = {
#embed "mastodon.yaml"
};
static const unsigned char miniflux[] = {
#embed "miniflux.yaml"
};
static const unsigned char nextcloud[] = {
#embed "nextcloud.yaml"
};
static const unsigned char recruiting_compass[] = {
#embed "recruiting-compass.yaml"
};
static const unsigned char rooms[] = {
#embed "rooms.yaml"
};

static const struct tidings_profile_file files[] = {
    {"fitness-groups.yaml", fitness_groups, sizeof fitness_groups},
    {"foodshare.yaml", foodshare, sizeof foodshare},
    {"github.yaml", github, sizeof github},
    {"gitlab.yaml", gitlab, sizeof gitlab},
    {"lendair.yaml", lendair, sizeof lendair},
    {"mastodon.yaml", mastodon, sizeof mastodon},
    {"miniflux.yaml", miniflux, sizeof miniflux},
    {"nextcloud.yaml", nextcloud, sizeof nextcloud},
    {"recruiting-compass.yaml", recruiting_compass, sizeof recruiting_compass},
    {"rooms.yaml", rooms, sizeof rooms},
};

const size_t tidings_profile_count = sizeof files / sizeof *files;

struct tidings_profile_file tidings_profile_at(size_t index) { return files[index]; }
