package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpType;

/** A queue pair; its state is the device's. */
final class QpObject extends KernelObject {
    private final QpType type;
    private final DriverQp driver;

    QpObject(PdObject pd, CqObject sendCq, CqObject recvCq, QpType type, DriverQp driver) {
        super(ObjectKind.QP, pd, sendCq, recvCq);
        this.type = type;
        this.driver = driver;
    }

    QpType type() {
        return type;
    }

    DriverQp driver() {
        return driver;
    }
}
