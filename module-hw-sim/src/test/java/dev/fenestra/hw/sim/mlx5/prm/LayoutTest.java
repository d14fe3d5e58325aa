package dev.fenestra.hw.sim.mlx5.prm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {
    /** Fields that lie over others of their layout on purpose, and the fields they lie over. */
    private static final Set<Set<String>> OVERLAYS = Set.of(
            Set.of("timestamp", "vendor_err_synd"),
            Set.of("timestamp", "syndrome"),
            Set.of("page_fault.flags", "cq_err.cqn"),
            Set.of("page_fault.post_fault_pages", "cq_err.cqn"),
            Set.of("page_fault.token_31_0", "port.port_num"),
            Set.of("page_fault.token_31_0", "cq_err.syndrome"),
            Set.of("page_fault.va", "number"),
            Set.of("cmdq_phy_addr_l", "log_cmdq_size"),
            Set.of("cmdq_phy_addr_l", "log_cmdq_stride"));

    static Stream<Layout> layouts() {
        return Stream.of(
                ArmRq.LAYOUT,
                AtomicSegment.LAYOUT,
                AttachMcg.LAYOUT,
                BoundWindows.LAYOUT,
                BoundWindows.ENTRY_LAYOUT,
                CommandEntry.LAYOUT,
                CommandInput.LAYOUT,
                CommandOutput.LAYOUT,
                ControlSegment.LAYOUT,
                Cqe.LAYOUT,
                CqDoorbell.LAYOUT,
                Cqc.LAYOUT,
                CreateEq.LAYOUT,
                CreateMkey.LAYOUT,
                ManagePages.LAYOUT,
                AllocMemic.LAYOUT,
                AllocMemic.OUTPUT,
                CreateQp.LAYOUT,
                DataSegment.LAYOUT,
                DatagramSegment.LAYOUT,
                DoorbellRecord.LAYOUT,
                EqDoorbell.LAYOUT,
                Eqc.LAYOUT,
                Eqe.LAYOUT,
                HcaCapability.LAYOUT,
                InitSegment.LAYOUT,
                MailboxBlock.LAYOUT,
                MkeyContext.LAYOUT,
                ModifyCq.LAYOUT,
                ModifyMkey.LAYOUT,
                MttEntry.LAYOUT,
                Qpc.LAYOUT,
                PageFaultResume.LAYOUT,
                QueryMkey.LAYOUT,
                RemoteAddressSegment.LAYOUT,
                RepeatBlock.LAYOUT,
                RepeatEntry.LAYOUT,
                Srqc.LAYOUT,
                SetRoceAddress.LAYOUT,
                SrqNextSegment.LAYOUT,
                SpecialKeys.LAYOUT,
                UmrControlSegment.LAYOUT,
                UpdateTranslations.LAYOUT,
                XrcSegment.LAYOUT);
    }

    private static MemorySegment noise(Layout layout, Random random) {
        byte[] bytes = new byte[layout.bytes() + 32];
        random.nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    private static long limit(Field field) {
        return field.is64() ? -1L : field.mask();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldReadBackWhatWasWritten(Layout layout) {
        Random random = new Random(layout.name().hashCode());
        for (Field field : layout.fields()) {
            MemorySegment memory = noise(layout, random);
            for (int i = 0; i < 50; i++) {
                long value = random.nextLong();
                field.setLong(memory, 16, value);
                assertEquals(value & limit(field), field.getLong(memory, 16), field.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldDependOnItsOwnBitsOnly(Layout layout) {
        Random random = new Random(1);
        for (Field field : layout.fields()) {
            MemorySegment memory = noise(layout, random);
            Set<Integer> own = bits(field);
            long before = field.getLong(memory, 16);
            for (int bit = 0; bit < layout.bytes() * 8; bit++) {
                flip(memory, bit);
                if (own.contains(bit)) {
                    assertNotEquals(before, field.getLong(memory, 16), field.name() + " bit " + bit);
                } else {
                    assertEquals(before, field.getLong(memory, 16), field.name() + " bit " + bit);
                }
                flip(memory, bit);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldWriteItsOwnBitsOnly(Layout layout) {
        Random random = new Random(2);
        for (Field field : layout.fields()) {
            MemorySegment memory = noise(layout, random);
            byte[] before = memory.toArray(ValueLayout.JAVA_BYTE);
            field.setLong(memory, 16, ~field.getLong(memory, 16));
            byte[] after = memory.toArray(ValueLayout.JAVA_BYTE);
            Set<Integer> changed = new HashSet<>();
            for (int bit = 0; bit < before.length * 8; bit++) {
                if (((before[bit / 8] ^ after[bit / 8]) >> 7 - bit % 8 & 1) != 0) {
                    changed.add(bit - 16 * 8);
                }
            }
            assertEquals(bits(field), changed, field.name());
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldLieInItsLayoutAndOverNoOtherField(Layout layout) {
        List<Field> fields = layout.fields();
        assertFalse(fields.isEmpty());
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            int end = field.offset() + (field.is64() ? 8 : 4);
            assertTrue(field.offset() >= 0 && end <= layout.bytes(), field.name());
            for (int j = 0; j < i; j++) {
                Set<Integer> common = bits(field);
                common.retainAll(bits(fields.get(j)));
                boolean meant =
                        OVERLAYS.contains(Set.of(field.name(), fields.get(j).name()));
                assertEquals(
                        meant,
                        !common.isEmpty(),
                        field.name() + " and " + fields.get(j).name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldNameEachFieldOnce(Layout layout) {
        Set<String> names = new HashSet<>();
        layout.fields().forEach(field -> assertTrue(names.add(field.name()), field.name()));
    }

    @Test
    void shouldTakeAWordApartAsItWasPutTogether() {
        Random random = new Random(3);
        layouts()
                .flatMap(layout -> layout.fields().stream())
                .filter(f -> !f.is64())
                .forEach(field -> {
                    int value = random.nextInt();
                    assertEquals(value & (int) field.mask(), field.extract(field.insert(value)));
                    assertEquals(field.width(), bits(field).size());
                });
    }

    /** Bits of a field, counted from the first bit of the layout. */
    private static Set<Integer> bits(Field field) {
        Set<Integer> bits = new HashSet<>();
        int word = field.is64() ? 64 : 32;
        for (int i = 0; i < field.width(); i++) {
            bits.add(field.offset() * 8 + word - 1 - field.shift() - i);
        }
        return bits;
    }

    private static void flip(MemorySegment memory, int bit) {
        long at = 16 + bit / 8;
        byte old = memory.get(ValueLayout.JAVA_BYTE, at);
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 0x80 >>> bit % 8));
    }
}
