#include "CProfiles.h"

static const unsigned char bluesky[] = {
#embed "../Profiles/Bundled/bluesky.yaml"
};
static const unsigned char discourse[] = {
#embed "../Profiles/Bundled/discourse.yaml"
};
static const unsigned char django_notifications[] = {
#embed "../Profiles/Bundled/django-notifications.yaml"
};
static const unsigned char fitness_groups[] = {
#embed "../Profiles/Bundled/fitness-groups.yaml"
};
static const unsigned char foodshare[] = {
#embed "../Profiles/Bundled/foodshare.yaml"
};
static const unsigned char generic[] = {
#embed "../Profiles/Bundled/generic.yaml"
};
static const unsigned char github[] = {
#embed "../Profiles/Bundled/github.yaml"
};
static const unsigned char gitlab[] = {
#embed "../Profiles/Bundled/gitlab.yaml"
};
static const unsigned char json_feed[] = {
#embed "../Profiles/Bundled/json-feed.yaml"
};
static const unsigned char laravel[] = {
#embed "../Profiles/Bundled/laravel.yaml"
};
static const unsigned char lendair[] = {
#embed "../Profiles/Bundled/lendair.yaml"
};
static const unsigned char mastodon[] = {
#embed "../Profiles/Bundled/mastodon.yaml"
};
static const unsigned char mastodon_grouped[] = {
#embed "../Profiles/Bundled/mastodon-grouped.yaml"
};
static const unsigned char miniflux[] = {
#embed "../Profiles/Bundled/miniflux.yaml"
};
static const unsigned char nextcloud[] = {
#embed "../Profiles/Bundled/nextcloud.yaml"
};
static const unsigned char noticed[] = {
#embed "../Profiles/Bundled/noticed.yaml"
};
static const unsigned char recruiting_compass[] = {
#embed "../Profiles/Bundled/recruiting-compass.yaml"
};
static const unsigned char rooms[] = {
#embed "../Profiles/Bundled/rooms.yaml"
};

static const unsigned char weights[] = {
#embed "../Profiles/Bundled/Drafting/weights.yaml"
};

static const struct tidings_profile_file files[] = {
    {"bluesky.yaml", bluesky, sizeof bluesky},
    {"discourse.yaml", discourse, sizeof discourse},
    {"django-notifications.yaml", django_notifications, sizeof django_notifications},
    {"fitness-groups.yaml", fitness_groups, sizeof fitness_groups},
    {"foodshare.yaml", foodshare, sizeof foodshare},
    {"generic.yaml", generic, sizeof generic},
    {"github.yaml", github, sizeof github},
    {"gitlab.yaml", gitlab, sizeof gitlab},
    {"json-feed.yaml", json_feed, sizeof json_feed},
    {"laravel.yaml", laravel, sizeof laravel},
    {"lendair.yaml", lendair, sizeof lendair},
    {"mastodon.yaml", mastodon, sizeof mastodon},
    {"mastodon-grouped.yaml", mastodon_grouped, sizeof mastodon_grouped},
    {"miniflux.yaml", miniflux, sizeof miniflux},
    {"nextcloud.yaml", nextcloud, sizeof nextcloud},
    {"noticed.yaml", noticed, sizeof noticed},
    {"recruiting-compass.yaml", recruiting_compass, sizeof recruiting_compass},
    {"rooms.yaml", rooms, sizeof rooms},
};

const size_t tidings_profile_count = sizeof files / sizeof *files;

struct tidings_profile_file tidings_profile_at(size_t index) { return files[index]; }

struct tidings_profile_file tidings_weights(void) {
  return (struct tidings_profile_file){"weights.yaml", weights, sizeof weights};
}
