package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.spi.VendorSubject;
import org.jspecify.annotations.Nullable;

/** The system calls of a provider. The provider is created before the context that carries its calls. */
final class LateSystemCalls implements VendorCalls {
    private volatile @Nullable KernelContext kernel;

    /** Sets the context, once. */
    void open(KernelContext opened) {
        kernel = opened;
    }

    @Override
    public MappedPage map(long offset) {
        return opened().map(offset);
    }

    @Override
    public int createObject(int pd, Udata udata) {
        return opened().vendor().create(pd, udata);
    }

    @Override
    public void destroyObject(int handle) {
        opened().vendor().destroy(handle);
    }

    @Override
    public void query(Udata udata) {
        opened().vendor().query(udata);
    }

    @Override
    public void query(VendorSubject.Kind kind, int handle, Udata udata) {
        opened().vendor().query(kind, handle, udata);
    }

    private KernelContext opened() {
        KernelContext opened = kernel;
        if (opened == null) {
            throw new IllegalStateException("no system call before the device is open");
        }
        return opened;
    }
}
