/** The driver of hns cards (HiSilicon RoCE v2). */
package dev.fenestra.vendor.hns;
