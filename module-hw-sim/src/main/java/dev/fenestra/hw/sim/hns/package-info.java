/** The queue formats of hns cards (HiSilicon RoCE v2). */
package dev.fenestra.hw.sim.hns;
