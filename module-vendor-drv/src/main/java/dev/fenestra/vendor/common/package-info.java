/**
 * What the drivers of all cards have in common but that of mlx5: rules, hardware for test benches, and, in packages of
 * their own, one kernel half and one user half. A vendor adds how its queues are made.
 */
package dev.fenestra.vendor.common;
