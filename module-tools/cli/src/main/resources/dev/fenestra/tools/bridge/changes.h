/* What the server is told of the memory of this process. Included by preload.c. */

/*
 * A kernel tells the driver when pages change that a device uses on demand. So do these calls, when they have succeeded
 * and before they return. Programs without such memory pay nothing.
 */
static void tell_change(const void *at, size_t length) {
    struct message call = {sizeof(call), CALL_CHANGED, (uint64_t)at, length};
    int saved = errno;
    if (is_followed)
        call_server(&call);
    errno = saved;
}

__attribute__((symver("munmap@" VERSION)))
int fenestra_munmap(void *at, size_t length) {
    int result = REAL(munmap)(at, length);
    if (result == 0)
        tell_change(at, length);
    return result;
}

__attribute__((symver("mprotect@" VERSION)))
int fenestra_mprotect(void *at, size_t length, int rights) {
    int result = REAL(mprotect)(at, length, rights);
    if (result == 0)
        tell_change(at, length);
    return result;
}

__attribute__((symver("mremap@" VERSION)))
void *fenestra_mremap(void *at, size_t length, size_t wanted, int flags, ...) {
    void *to = LAST(void *, flags, flags & MREMAP_FIXED);
    void *result = REAL(mremap)(at, length, wanted, flags, to);
    if (result != MAP_FAILED) {
        tell_change(at, length);
        tell_change(result, wanted);
    }
    return result;
}
