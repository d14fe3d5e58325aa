package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;

/**
 * Which PD it is that objects belong to: equal for all objects that stand for one PD, such as an imported one and a
 * parent domain.
 *
 * @param kernel the opened device
 * @param handle of the PD there
 */
record PdIdentity(KernelContext kernel, int handle) {
    static PdIdentity of(ProtectionDomain pd) {
        return new PdIdentity(pd.context().kernel(), pd.handle());
    }
}
