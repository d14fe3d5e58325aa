/**
 * How structures lie in host memory that user space and the kernel exchange: the fields of a structure, and the table
 * that they belong to. The structures themselves are below: {@code abi.uverbs} has those of {@code ib_user_verbs.h},
 * {@code ib_user_ioctl_verbs.h} and {@code rdma_user_ioctl_cmds.h}, {@code abi.ucma} those of {@code rdma_user_cm.h}. A
 * driver has a package of its own for its udata. A table has the fields that are read or written here; other fields are
 * ignored in requests and 0 in answers.
 */
@NullMarked
package dev.fenestra.ib.core.abi;

import org.jspecify.annotations.NullMarked;
