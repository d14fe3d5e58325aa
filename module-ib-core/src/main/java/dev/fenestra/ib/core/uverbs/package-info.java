/**
 * The kernel's end of the uverbs ABI: commands and ioctls of a user library come in as bytes, answers go out as bytes
 * (core/uverbs_cmd.c, core/uverbs_ioctl.c). Numbers and layouts are tables of data. The handlers make the same kernel
 * calls that Java programs make, so no rule is enforced here that those do not enforce.
 *
 * <p>Nothing here does input or output, and nothing knows a vendor: what the two halves of a driver exchange passes
 * through unread.
 */
package dev.fenestra.ib.core.uverbs;
