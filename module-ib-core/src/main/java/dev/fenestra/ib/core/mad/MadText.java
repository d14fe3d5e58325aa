package dev.fenestra.ib.core.mad;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows a datagram field by field, from the same tables that write it. */
public final class MadText {
    private MadText() {}

    /**
     * One field.
     *
     * @param message that the field belongs to, such as {@code REQ}
     * @param octet of the datagram at which it begins
     * @param field its name
     * @param value its value as text
     */
    public record Line(String message, int octet, String field, String value) {}

    /**
     * {@return the header, and the fields of a message of communication management}
     *
     * @param mad a datagram of 256 octets; of any other length, there are no lines
     */
    public static List<Line> lines(byte[] mad) {
        List<Line> lines = new ArrayList<>();
        if (mad.length == MadLayout.OCTETS) {
            add(lines, MadHeader.LAYOUT, mad);
            @Nullable CmAttribute attribute = CmAttribute.of(mad);
            if (attribute != null) {
                add(lines, attribute.layout(), mad);
            }
        }
        return lines;
    }

    private static void add(List<Line> lines, MadLayout layout, byte[] mad) {
        for (MadItem item : layout.items()) {
            lines.add(new Line(layout.name(), item.octet(), item.name(), item.text(mad)));
        }
    }
}
