/** The user half: queues written and read without a system call. */
package dev.fenestra.vendor.mlx.user;
