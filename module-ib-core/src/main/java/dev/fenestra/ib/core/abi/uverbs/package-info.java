/**
 * The structures of {@code /dev/infiniband/uverbsN}, as tables: {@code ib_user_verbs.h}, {@code ib_user_ioctl_verbs.h}
 * and {@code rdma_user_ioctl_cmds.h} of Linux. A class has the name of its structure, and a constant that of its field.
 */
@NullMarked
package dev.fenestra.ib.core.abi.uverbs;

import org.jspecify.annotations.NullMarked;
