package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.kernel.calls.KernelContext;

/**
 * The identity of a PD. It is equal for all objects of one PD, such as an imported PD and a parent domain.
 *
 * @param kernel the opened device
 * @param handle of the PD there
 */
record PdIdentity(KernelContext kernel, int handle) {}
