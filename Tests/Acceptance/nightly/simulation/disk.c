// A disk under a run, to be preloaded: counts what the run changes below a folder, writes each change
// into a log, and at a chosen change kills the run, stops it until it is continued, or lets the disk
// be full or broken from there on.
//
//   DISK_ROOT   the folder, as its real path
//   DISK_LOG    where the log goes: a line a change, with the bytes of a write after its line
//   DISK_AT     at which change something happens, from 1 on
//   DISK_WHAT   kill, tear (half of a write is done first), stop, full (ENOSPC), broken (EIO, once)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static const char *root;
static size_t root_length;
static long at, count;
static char what;
static int log_file = -1, lock_file = -1, has_stopped;
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  root = getenv("DISK_ROOT");
  if (!root) return;
  root_length = strlen(root);
  at = getenv("DISK_AT") ? atol(getenv("DISK_AT")) : 0;
  what = getenv("DISK_WHAT") ? getenv("DISK_WHAT")[0] : 0;
  if (what == 's') what = 'p';
  const char *path = getenv("DISK_LOG");
  if (path) log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

// SQLite's index of its log is memory that processes share, and never survives a machine.
static int is_ours(const char *path) {
  if (!root || strncmp(path, root, root_length)) return 0;
  if (path[root_length] && path[root_length] != '/') return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm");
}

static int path_of(int folder, const char *name, char *path) {
  char link[64];
  if (name && name[0] == '/') return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
  ssize_t length;
  if (folder == AT_FDCWD) {
    if (!getcwd(path, PATH_MAX)) return 0;
    length = strlen(path);
  } else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
  }
  if (!name || !strcmp(name, ".")) return 1;
  return snprintf(path + length, PATH_MAX - length, "/%s", name) < PATH_MAX - length;
}

static void note(const void *bytes, size_t length, const char *format, ...) {
  char line[3 * PATH_MAX];
  if (log_file < 0) return;
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  syscall(SYS_write, log_file, line, size);
  if (bytes) syscall(SYS_write, log_file, bytes, length);
}

static unsigned long inode(int file) {
  struct stat facts;
  return fstat(file, &facts) ? 0 : facts.st_ino;
}

// What happens at this change: 0 for nothing, else the error that it gets.
static int step(const char *name, const char *path, int takes_space) {
  count++;
  note(NULL, 0, "at %s%s\n", strstr(path, ".ledger") ? "ledger " : "", name);
  if ((what == 'k' || what == 't') && count == at) syscall(SYS_kill, getpid(), SIGKILL);
  if (what == 'p' && count >= at && lock_file >= 0 && !has_stopped) {
    has_stopped = 1;
    // To this thread: were another to take the signal, this one would go on until that has run.
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSTOP);
  }
  if (what == 'f' && count >= at && takes_space) return ENOSPC;
  if (what == 'b' && count == at) return EIO;
  return 0;
}

#define ENTER char path[PATH_MAX]; pthread_mutex_lock(&mutex)
#define LEAVE(answer) do { int code_ = errno; pthread_mutex_unlock(&mutex); errno = code_; return answer; } while (0)
#define STEP(name, space) do { int failed_ = step(name, path, space); if (failed_) { errno = failed_; LEAVE(-1); } } while (0)

static int opened(int folder, const char *name, int flags, mode_t mode) {
  int (*call)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))real("openat");
  ENTER;
  if (!(flags & (O_CREAT | O_TRUNC)) || !path_of(folder, name, path) || !is_ours(path))
    LEAVE(call(folder, name, flags, mode));
  struct stat facts;
  int is_new = fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0;
  if (is_new || (flags & O_TRUNC)) STEP("open", is_new);
  int file = call(folder, name, flags, mode);
  if (file >= 0 && is_new) note(NULL, 0, "create %lu %s\n", inode(file), path);
  else if (file >= 0 && (flags & O_TRUNC)) note(NULL, 0, "truncate %lu 0\n", inode(file));
  LEAVE(file);
}

#define MODE mode_t mode = 0; if (flags & O_CREAT) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }
int open(const char *name, int flags, ...) { MODE; return opened(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE; return opened(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE; return opened(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE; return opened(folder, name, flags, mode); }

static ssize_t written(int file, const void *bytes, size_t length, off_t offset, int has_offset) {
  ssize_t (*put)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))real("write");
  ssize_t (*put_at)(int, const void *, size_t, off_t) =
    (ssize_t (*)(int, const void *, size_t, off_t))real("pwrite");
  ENTER;
  if (!root || file == log_file || !path_of(file, NULL, path) || !is_ours(path))
    LEAVE(has_offset ? put_at(file, bytes, length, offset) : put(file, bytes, length));
  if (!has_offset) offset = lseek(file, 0, SEEK_CUR);
  if (what == 't' && count + 1 == at) {
    ssize_t half = put_at(file, bytes, length / 2, offset);
    if (half > 0) note(bytes, half, "write %lu %ld %zd\n", inode(file), (long)offset, half);
  }
  STEP("write", 1);
  ssize_t done = has_offset ? put_at(file, bytes, length, offset) : put(file, bytes, length);
  if (done > 0) note(bytes, done, "write %lu %ld %zd\n", inode(file), (long)offset, done);
  LEAVE(done);
}

ssize_t write(int file, const void *bytes, size_t length) { return written(file, bytes, length, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return written(file, bytes, length, offset, 1); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return written(file, bytes, length, offset, 1); }

static int truncated(int file, off_t length) {
  int (*call)(int, off_t) = (int (*)(int, off_t))real("ftruncate");
  ENTER;
  if (!path_of(file, NULL, path) || !is_ours(path)) LEAVE(call(file, length));
  STEP("truncate", 0);
  int answer = call(file, length);
  if (!answer) note(NULL, 0, "truncate %lu %ld\n", inode(file), (long)length);
  LEAVE(answer);
}
int ftruncate(int file, off_t length) { return truncated(file, length); }
int ftruncate64(int file, off64_t length) { return truncated(file, length); }

static int synced(int file, const char *name) {
  int (*call)(int) = (int (*)(int))real(name);
  ENTER;
  if (!path_of(file, NULL, path)) LEAVE(call(file));
  int is_whole = !strcmp(name, "syncfs"), is_here = is_ours(path);
  if (!is_here && !is_whole) {
    // The folder above holds the outbox's own entry.
    size_t length = strlen(path);
    if (!root || strncmp(path, root, length) || root[length] != '/') LEAVE(call(file));
  }
  if (is_here) STEP("sync", 0);
  // Memory needs no waiting for.
  struct stat facts;
  if (is_whole) note(NULL, 0, "syncall\n");
  else if (!fstat(file, &facts) && S_ISDIR(facts.st_mode)) note(NULL, 0, "syncfolder %s\n", path);
  else note(NULL, 0, "sync %lu\n", inode(file));
  LEAVE(0);
}
int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }
int syncfs(int file) { return synced(file, "syncfs"); }

static int renamed(int from, const char *name, int to, const char *other, unsigned flags) {
  char target[PATH_MAX];
  ENTER;
  int ours = path_of(from, name, path) && path_of(to, other, target) && (is_ours(path) || is_ours(target));
  if (ours) STEP("rename", 0);
  int answer = syscall(SYS_renameat2, from, name, to, other, flags);
  if (ours && !answer) note(NULL, 0, "rename %s\t%s\n", path, target);
  LEAVE(answer);
}
int rename(const char *name, const char *other) { return renamed(AT_FDCWD, name, AT_FDCWD, other, 0); }
int renameat(int from, const char *name, int to, const char *other) { return renamed(from, name, to, other, 0); }
int renameat2(int from, const char *name, int to, const char *other, unsigned flags) { return renamed(from, name, to, other, flags); }

int unlinkat(int folder, const char *name, int flags) {
  ENTER;
  int ours = path_of(folder, name, path) && is_ours(path);
  if (ours) STEP("remove", 0);
  int answer = syscall(SYS_unlinkat, folder, name, flags);
  if (ours && !answer) note(NULL, 0, "remove %s\n", path);
  LEAVE(answer);
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int mkdirat(int folder, const char *name, mode_t mode) {
  ENTER;
  int ours = path_of(folder, name, path) && is_ours(path);
  struct stat facts;
  if (ours && !fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW)) ours = 0;
  if (ours) STEP("folder", 1);
  int answer = syscall(SYS_mkdirat, folder, name, mode);
  if (ours && !answer) note(NULL, 0, "folder %s\n", path);
  LEAVE(answer);
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

// A run is stopped only while it holds the outbox: SQLite puts the ledger's log away after that.
static int is_run_lock(int file) {
  char path[PATH_MAX];
  if (!root || !path_of(file, NULL, path)) return 0;
  size_t length = strlen(path), end = strlen("/tidings.lock");
  return is_ours(path) && length > end && !strcmp(path + length - end, "/tidings.lock");
}

int flock(int file, int operation) {
  pthread_mutex_lock(&mutex);
  int answer = REAL(flock)(file, operation);
  if (!answer && is_run_lock(file)) lock_file = operation & LOCK_UN ? -1 : file;
  LEAVE(answer);
}

int close(int file) {
  pthread_mutex_lock(&mutex);
  if (file == lock_file) lock_file = -1;
  int answer = syscall(SYS_close, file);
  LEAVE(answer);
}
