/**
 * The user half: writes descriptors, rings doorbells, reads completions. It makes no system call and trusts the kernel
 * half for nothing.
 */
package dev.fenestra.vendor.slate.user;
