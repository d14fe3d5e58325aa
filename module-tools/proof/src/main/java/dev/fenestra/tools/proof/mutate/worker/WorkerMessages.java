package dev.fenestra.tools.proof.mutate.worker;

import dev.fenestra.tools.proof.mutate.operator.Operator;
import dev.fenestra.tools.proof.mutate.operator.Point;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The messages between both JVMs, as bytes. */
public final class WorkerMessages {
    /** To the worker: run every case and report the lines that it reaches. */
    public static final byte SCOUT = 1;
    /** To the worker: run cases with a defect until one fails. */
    public static final byte TRY = 2;
    /** From the worker: a case begins. */
    public static final byte BEGIN = 3;
    /** From the worker: that was all. */
    public static final byte END = 4;

    private static final int LONGEST = 300;

    private WorkerMessages() {}

    /** Asks for a try of a defect with these cases. */
    public static void write(DataOutputStream out, Point point, List<String> ids) throws IOException {
        out.writeByte(TRY);
        out.writeByte(point.operator().ordinal());
        out.writeUTF(point.className());
        out.writeUTF(point.method());
        out.writeUTF(point.descriptor());
        out.writeInt(point.index());
        out.writeInt(ids.size());
        for (String id : ids) {
            out.writeUTF(id);
        }
        out.flush();
    }

    static Point readPoint(DataInputStream in) throws IOException {
        Operator operator = Operator.values()[in.readByte()];
        return new Point(operator, in.readUTF(), in.readUTF(), in.readUTF(), in.readInt(), 0, "");
    }

    static void write(DataOutputStream out, Reached reached) throws IOException {
        out.writeUTF(reached.id());
        out.writeByte(reached.result().ordinal());
        out.writeLong(reached.nanos());
        long[] words = reached.lines().toLongArray();
        out.writeInt(words.length);
        for (long word : words) {
            out.writeLong(word);
        }
    }

    /** Reads what a case reaches. */
    public static Reached readReached(DataInputStream in) throws IOException {
        String id = in.readUTF();
        Reached.Result result = Reached.Result.values()[in.readByte()];
        long nanos = in.readLong();
        long[] words = new long[in.readInt()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
        return new Reached(id, result, nanos, BitSet.valueOf(words));
    }

    /** Writes a text, or the beginning of a long one. */
    static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeUTF(text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text);
    }

    static List<String> readIds(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(in.readUTF());
        }
        return ids;
    }
}
