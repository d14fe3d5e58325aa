package dev.fenestra.tools.linux;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The guest's side: it tells {@code verbs-endpoint} what to do. */
final class LinuxSide implements Side {
    private static final int PORT = 18516;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int COMPLETION_FIELDS = 7;

    /** Bits of {@code ibv_send_flags} are those of SendFlag. */
    private final Socket socket;

    private final BufferedReader in;
    private final Gid gid;
    private final long address;

    private LinuxSide(Socket socket, Gid gid) throws IOException {
        this.socket = socket;
        this.gid = gid;
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        address = number(ask("memory bytes=%d", MEMORY), "address");
    }

    static LinuxSide connect(String host) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(host, PORT), PATIENCE_MILLIS);
        return new LinuxSide(socket, Gid.ofIpv4(ipv4(host)));
    }

    static int ipv4(String host) {
        int address = 0;
        for (String part : host.split("\\.")) {
            address = address << Byte.SIZE | Integer.parseInt(part);
        }
        return address;
    }

    @Override
    public boolean isLinux() {
        return true;
    }

    @Override
    public Gid gid() {
        return gid;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public Keys region(int id, int pd, int offset, int length, AccessFlag... access) throws IOException {
        String keys = ask(
                "region id=%d pd=%d offset=%d length=%d access=%d", id, pd, offset, length, AccessFlag.mask(access));
        return new Keys((int) number(keys, "lkey"), (int) number(keys, "rkey"));
    }

    @Override
    public int qp(int id, QpType type, int pd) throws IOException {
        return (int) number(ask("qp id=%d type=%d pd=%d", id, type.code(), pd), "qpn");
    }

    @Override
    public void connect(int id, Link link) throws IOException {
        ConnectOptions options = link.options();
        ask(
                "connect id=%d qpn=%d gid=%016x%016x rqpsn=%d sqpsn=%d mtu=%d access=%d timeout=%d retries=%d rnr=%d"
                        + " timer=%d reads=%d qkey=%d",
                id,
                link.qpn(),
                link.gid().high(),
                link.gid().low(),
                link.psn(),
                options.psn().orElseThrow(),
                options.mtu().code(),
                options.access() | AccessFlag.LOCAL_WRITE.bit(),
                options.timeout(),
                options.retryCount(),
                options.rnrRetry(),
                options.minRnrTimer(),
                options.rdAtomic(),
                link.qkey());
    }

    @Override
    public void receive(int id, long wr, List<Piece> pieces) throws IOException {
        ask("receive id=%d wr=%d%s", id, wr, text(pieces));
    }

    private static String text(List<Piece> pieces) {
        String list = pieces.stream()
                .map(piece -> Integer.toUnsignedString(piece.lkey()) + ":" + piece.offset() + ":" + piece.length())
                .collect(Collectors.joining(","));
        return list.isEmpty() ? "" : " pieces=" + list;
    }

    @Override
    public void post(int id, Work work) throws IOException {
        ask(
                "post id=%d wr=%d opcode=%d flags=%d%s address=%s rkey=%s qpn=%s qkey=%s operand=%s swap=%s",
                id,
                work.wr(),
                work.opcode().code(),
                work.flags(),
                text(work.pieces()),
                Long.toUnsignedString(work.address()),
                Integer.toUnsignedString(work.rkey()),
                Long.toUnsignedString(work.address()),
                Integer.toUnsignedString(work.rkey()),
                operand(work),
                Long.toUnsignedString(work.swap()));
    }

    private static String operand(Work work) {
        boolean isAtomic =
                work.opcode() == WrOpcode.ATOMIC_CMP_AND_SWP || work.opcode() == WrOpcode.ATOMIC_FETCH_AND_ADD;
        return isAtomic ? Long.toUnsignedString(work.operand()) : Integer.toUnsignedString((int) work.operand());
    }

    @Override
    public int window(int id, MwType type, int pd) throws IOException {
        return (int) number(ask("window id=%d type=%d pd=%d", id, type.code(), pd), "rkey");
    }

    @Override
    public int bind(int qp, Bind bind) throws IOException {
        String bound = ask(
                "bind id=%d wr=%d window=%d region=%d offset=%d length=%d access=%d",
                qp,
                bind.wr(),
                bind.window(),
                bind.region(),
                bind.offset(),
                bind.length(),
                AccessFlag.mask(bind.access().toArray(AccessFlag[]::new)));
        return (int) number(bound, "rkey");
    }

    @Override
    public List<Outcome> poll(Duration patience) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        for (String word : ask("poll ms=%d", patience.toMillis()).split(" ")) {
            String[] fields = word.split("/");
            if (fields.length == COMPLETION_FIELDS) {
                outcomes.add(new Outcome(
                        Long.parseLong(fields[0]),
                        WcStatus.of(Integer.parseInt(fields[1])),
                        Integer.parseInt(fields[2]),
                        Integer.parseUnsignedInt(fields[3]),
                        Integer.parseInt(fields[4]),
                        Integer.parseUnsignedInt(fields[5]),
                        Integer.parseInt(fields[6])));
            }
        }
        return outcomes;
    }

    @Override
    public void arm(boolean solicitedOnly) throws IOException {
        ask("arm solicited=%d", solicitedOnly ? 1 : 0);
    }

    @Override
    public boolean event(Duration patience) throws IOException {
        return number(ask("event ms=%d", patience.toMillis()), "event") == 1;
    }

    @Override
    public QpState state(int id) throws IOException {
        return QpState.values()[(int) number(ask("state id=%d", id), "state")];
    }

    @Override
    public void destroy(int id) throws IOException {
        ask("destroy id=%d", id);
    }

    @Override
    public void put(int offset, byte[] bytes) throws IOException {
        ask("write offset=%d bytes=%s", offset, HexFormat.of().formatHex(bytes));
    }

    @Override
    public byte[] get(int offset, int length) throws IOException {
        String answer = ask("read offset=%d length=%d", offset, length);
        return HexFormat.of().parseHex(answer.substring(answer.indexOf('=') + 1));
    }

    @Override
    public void fill(int offset, int length, int seed) throws IOException {
        ask("fill offset=%d length=%d seed=%d", offset, length, seed);
    }

    @Override
    public int checksum() throws IOException {
        return (int) number(ask("checksum offset=0 length=%d", MEMORY), "crc");
    }

    /** Waits until the process of the connection has ended, so that nothing of it is sent any more. */
    @Override
    public void close() throws IOException {
        try (socket) {
            socket.shutdownOutput();
            while (in.readLine() != null) {
                // What it still says has no reader.
            }
        }
    }

    private String ask(String format, Object... values) throws IOException {
        String line = String.format(Locale.ROOT, format, values);
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = in.readLine();
        if (answer == null || !answer.startsWith("ok")) {
            throw new IOException("Linux answers " + answer + " to: " + line);
        }
        return answer;
    }

    private static long number(String answer, String name) throws IOException {
        for (String word : answer.split(" ")) {
            if (word.startsWith(name + "=")) {
                return Long.parseUnsignedLong(word.substring(name.length() + 1));
            }
        }
        throw new IOException("no " + name + " in: " + answer);
    }
}
