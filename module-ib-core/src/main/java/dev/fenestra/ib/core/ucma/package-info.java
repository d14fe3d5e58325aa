/**
 * The commands of {@code /dev/infiniband/rdma_cm}, as bytes: what a program writes goes in, and what the kernel stores
 * into its memory comes out. Numbers and layouts are tables; the calls are those of {@code ib.core.cm}, which Java
 * programs use too. Source: rdma/rdma_user_cm.h, core/ucma.c.
 */
@NullMarked
package dev.fenestra.ib.core.ucma;

import org.jspecify.annotations.NullMarked;
