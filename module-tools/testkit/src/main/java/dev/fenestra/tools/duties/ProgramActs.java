package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.function.IntSupplier;

/**
 * Tells a {@link DutyChecker} what a program does. Each method tells of one act, after it has succeeded and before the
 * device can answer it. Places are lines of the program. Safe for several threads.
 */
public final class ProgramActs {
    private final CheckedProgram program;
    private final CheckedFabric fabric;
    private final RequestActs requests;

    ProgramActs(CheckedProgram program, ProgramMemory memory) {
        this.program = program;
        fabric = program.fabric();
        requests = new RequestActs(program, memory);
    }

    /** {@return the name of its process} */
    public String name() {
        return program.name();
    }

    /** {@return what tells of its requests} */
    public RequestActs requests() {
        return requests;
    }

    /** {@return open objects and outstanding requests that are known of it} */
    public int size() {
        synchronized (fabric) {
            return program.size();
        }
    }

    // Objects

    /**
     * An object was created of which only its end is checked.
     *
     * @param object its name, such as {@code PD 3}
     * @param place the line that created it
     */
    public void created(String object, String place) {
        synchronized (fabric) {
            program.objects.put(object, place);
        }
    }

    /**
     * An object was destroyed of which only its end is checked.
     *
     * @param object its name
     */
    public void destroyed(String object) {
        synchronized (fabric) {
            program.objects.remove(object);
        }
    }

    /**
     * A region was registered, or has other properties.
     *
     * @param handle its handle
     * @param lkey its L_Key
     * @param rkey its R_Key
     * @param iova address of its first byte in requests
     * @param address virtual address of its first byte
     * @param length bytes
     * @param isRemote whether it has a right for peers
     * @param place the line that did it
     */
    public void region(
            int handle, int lkey, int rkey, long iova, long address, long length, boolean isRemote, String place) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            program.add(new CheckedRegion(handle, lkey, rkey, iova, range, isRemote, place));
        }
    }

    /**
     * A region was deregistered.
     *
     * @param handle its handle
     */
    public void deregistered(int handle) {
        synchronized (fabric) {
            program.remove(handle);
        }
    }

    /**
     * A window was allocated.
     *
     * @param handle its handle
     * @param isType2 whether requests bind it
     * @param key its present R_Key, whenever it is asked for
     * @param place the line that did it
     */
    public void window(int handle, boolean isType2, IntSupplier key, String place) {
        synchronized (fabric) {
            CheckedWindow window = new CheckedWindow(handle, isType2, place, key);
            program.windows.put(handle, window);
            program.objects.put(window.toString(), place);
        }
    }

    /**
     * A window was deallocated.
     *
     * @param handle its handle
     */
    public void deallocated(int handle) {
        synchronized (fabric) {
            CheckedWindow gone = program.windows.remove(handle);
            if (gone != null) {
                program.objects.remove(gone.toString());
            }
        }
    }

    /**
     * A CQ was created.
     *
     * @param handle its handle
     * @param capacity completions that it can hold
     * @param place the line that did it
     */
    public void cq(int handle, int capacity, String place) {
        synchronized (fabric) {
            CheckedCq cq = new CheckedCq(handle, capacity, place);
            program.cqs.put(handle, cq);
            program.objects.put(cq.toString(), place);
        }
    }

    /**
     * A CQ has another size.
     *
     * @param handle its handle
     * @param capacity completions that it can hold
     */
    public void resizedCq(int handle, int capacity) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(handle);
            if (cq != null) {
                cq.capacity = capacity;
            }
        }
    }

    /**
     * A CQ is about to be destroyed.
     *
     * @param handle its handle
     */
    public void destroyingCq(int handle) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(handle);
            if (cq != null) {
                program.tell(check -> check.ending(program, cq));
            }
        }
    }

    /**
     * A CQ was destroyed.
     *
     * @param handle its handle
     */
    public void destroyedCq(int handle) {
        synchronized (fabric) {
            CheckedCq gone = program.cqs.remove(handle);
            if (gone != null) {
                program.objects.remove(gone.toString());
            }
        }
    }

    /**
     * An SRQ was created.
     *
     * @param handle its handle
     * @param place the line that did it
     */
    public void srq(int handle, String place) {
        synchronized (fabric) {
            program.srqs.put(handle, new PostedReceives("SRQ " + handle + " of " + program.name()));
            program.objects.put("SRQ " + handle, place);
        }
    }

    /**
     * An SRQ was destroyed.
     *
     * @param handle its handle
     */
    public void destroyedSrq(int handle) {
        synchronized (fabric) {
            PostedReceives gone = program.srqs.remove(handle);
            if (gone != null) {
                gone.outstanding.forEach(program::leave);
            }
            program.objects.remove("SRQ " + handle);
        }
    }

    /**
     * A QP was created.
     *
     * @param shape as the program has asked for it
     * @param place the line that did it
     */
    public void qp(QpShape shape, String place) {
        synchronized (fabric) {
            PostedReceives own = new PostedReceives(String.format("QP 0x%x of %s", shape.number(), program.name()));
            PostedReceives receives = shape.srq() == QpShape.NO_SRQ ? own : program.srqs.getOrDefault(shape.srq(), own);
            CheckedQp qp = new CheckedQp(program, shape, receives, place);
            program.qps.put(shape.number(), qp);
            program.objects.put(objectName(qp), place);
            program.tell(check -> check.created(qp));
        }
    }

    /**
     * A QP was destroyed.
     *
     * @param number its number
     */
    public void destroyedQp(int number) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(number);
            if (qp != null) {
                empty(qp);
                program.qps.remove(number);
                program.objects.remove(objectName(qp));
            }
        }
    }

    private static String objectName(CheckedQp qp) {
        return String.format("QP 0x%x", qp.shape.number());
    }

    /**
     * A QP was modified.
     *
     * @param number its number
     * @param attributes what the program asked for, and got
     */
    public void modified(int number, QpAttributes attributes) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(number);
            if (qp != null) {
                if (attributes.has(QpAttribute.STATE) && attributes.state() == QpState.RESET) {
                    empty(qp);
                }
                qp.modified(attributes);
            }
        }
    }

    private void empty(CheckedQp qp) {
        fabric.peerOf(qp);
        program.tell(check -> check.emptied(qp));
        qp.outstanding.forEach(program::leave);
        qp.outstanding.clear();
        qp.incoming.clear();
        CheckedQp peer = qp.peer;
        if (peer != null && peer.peer == qp) {
            peer.peer = null;
        }
        if (qp.shape.srq() == QpShape.NO_SRQ) {
            qp.receives.outstanding.forEach(program::leave);
            qp.receives.outstanding.clear();
        }
    }

    // Events

    /**
     * A CQ was armed.
     *
     * @param cqHandle the CQ
     */
    public void armed(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = cq.signaled > 0;
            }
        }
    }

    /**
     * An event of a CQ was taken.
     *
     * @param cqHandle the CQ
     */
    public void eventTaken(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(cqHandle);
            if (cq != null) {
                cq.eventsTaken++;
                program.tell(check -> check.eventTaken(program, cq));
                cq.isArmedUnpolled = false;
            }
        }
    }

    /**
     * Events of a CQ were acknowledged.
     *
     * @param cqHandle the CQ
     * @param count how many
     */
    public void eventsAcknowledged(int cqHandle, int count) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(cqHandle);
            if (cq != null) {
                cq.eventsAcknowledged += count;
            }
        }
    }

    // Memory

    /**
     * The program has stored into its memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void stored(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            program.tell(check -> check.stored(program, range));
        }
    }

    /**
     * The program has loaded from its memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void loaded(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            program.tell(check -> check.loaded(program, range));
        }
    }

    /**
     * The program is about to unmap memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void unmapping(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            program.tell(check -> check.unmapping(program, range));
        }
    }

    /** The program has ended: it is told of nothing more. A second call does nothing. */
    public void ended() {
        synchronized (fabric) {
            program.end();
        }
    }
}
