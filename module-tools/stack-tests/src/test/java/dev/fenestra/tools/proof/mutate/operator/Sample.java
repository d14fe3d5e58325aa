package dev.fenestra.tools.proof.mutate.operator;

/** One method for each way in which an operator changes code. */
public final class Sample {
    private int field = 1;
    private int calls;

    /** Throws. */
    public long refused(long a, long b) {
        if (a > b) {
            throw new IllegalStateException("refused");
        }
        return a;
    }

    /** Throws for either reason. */
    public long refusedTwice(long a, long b) {
        if (a == 5 || b == 5) {
            throw new IllegalStateException("refused");
        }
        return a;
    }

    /** Returns early. */
    public long early(long a, long b) {
        if (a == b) {
            return -1;
        }
        field = 2;
        return a;
    }

    /** Does something under a condition. */
    public long sometimes(long a, long b) {
        if (a == b) {
            field = 7;
        }
        return field;
    }

    /** Compares. */
    public long inside(long a, long b) {
        long inside = 0;
        if (a < b) {
            inside = 3;
        }
        return inside;
    }

    /** Counts. */
    public long more(long a, long b) {
        return a + b + 3;
    }

    /** Tells the truth. */
    public long yes(long a, long b) {
        return truth(true) ? a : b;
    }

    /** Cuts bits. */
    public long bits(long a, long b) {
        return a & 6;
    }

    /** Sets bits. */
    public long flags(long a, long b) {
        return a | b;
    }

    /** Stores. */
    public long stored(long a, long b) {
        field = (int) a;
        return field;
    }

    /** Stores in an array. */
    public long placed(long a, long b) {
        long[] places = new long[2];
        places[0] = a;
        return places[0];
    }

    /** Calls. */
    public long called(long a, long b) {
        count();
        return calls;
    }

    /** Calls, and does not use the result. */
    public long ignored(long a, long b) {
        truth(true);
        return calls;
    }

    private void count() {
        calls++;
    }

    private boolean truth(boolean it) {
        calls++;
        return it;
    }
}
