package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelVendorCalls;
import dev.fenestra.ib.core.spi.AttributePlace;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorMethod;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The methods with attributes of the driver. The attributes are moved to and from udata, as the driver's table says.
 */
final class VendorMethods {
    private final KernelVendorCalls calls;
    private final Map<TypedMethod, VendorMethod> methods = new HashMap<>();

    VendorMethods(KernelVendorCalls calls) {
        this.calls = calls;
        calls.methods().forEach(method -> methods.put(new TypedMethod(method.object(), method.number()), method));
    }

    /** Runs a method that belongs to the driver completely; EPROTONOSUPPORT when the driver has no such method. */
    void run(TypedMethod named, Attributes asked) {
        switch (methods.get(named)) {
            case VendorMethod.Create create -> {
                asked.checkInline(create.handle());
                int handle = exchange(create, asked, calls::create);
                asked.answerInline(create.handle(), handle);
            }
            case VendorMethod.CreateAlone create -> {
                asked.checkInline(create.handle());
                int handle = exchange(create, asked, udata -> calls.create(create.creation(), udata));
                asked.answerInline(create.handle(), handle);
            }
            case VendorMethod.Destroy destroy -> calls.destroy((int) asked.value(destroy.handle()));
            case VendorMethod.Query query ->
                exchange(query, asked, udata -> {
                    calls.query(query.answer(), udata);
                    return 0;
                });
            case VendorMethod.QueryPd query ->
                exchange(query, asked, udata -> {
                    calls.queryPd((int) asked.value(query.handle()), query.answer(), udata);
                    return 0;
                });
            case VendorMethod.QueryDm query ->
                exchange(query, asked, udata -> {
                    calls.queryDm((int) asked.value(query.handle()), query.answer(), udata);
                    return 0;
                });
            case VendorMethod.Extended _ -> throw named.unknown();
            case null -> throw named.unknown();
        }
    }

    /** Makes a call of the kernel with the driver's attributes as its udata. */
    int extend(TypedMethod named, Attributes asked, Function<Udata, Integer> call) {
        VendorMethod method = methods.get(named);
        return exchange(method == null ? new VendorMethod.Extended(0, 0, List.of()) : method, asked, call);
    }

    private static int exchange(VendorMethod method, Attributes asked, Function<Udata, Integer> call) {
        List<AttributePlace> given =
                method.places().stream().filter(place -> asked.has(place.id())).toList();
        Udata udata = new Udata(room(given, false, asked), room(given, true, asked));
        for (AttributePlace place : given) {
            if (place.isAnswer()) {
                asked.checkOut(place.id());
            } else {
                copy(asked.in(place.id()), udata.request().asSlice(place.offset(), bytes(place, asked)));
            }
        }
        int result = call.apply(udata);
        for (AttributePlace place : given) {
            if (place.isAnswer()) {
                MemorySegment answer = udata.response().asSlice(place.offset(), bytes(place, asked));
                copy(answer, asked.out(place.id()));
            }
        }
        return result;
    }

    /** Zeroed, and aligned for words. */
    private static MemorySegment room(List<AttributePlace> given, boolean isAnswer, Attributes asked) {
        int bytes = given.stream()
                .filter(place -> place.isAnswer() == isAnswer)
                .mapToInt(place -> place.offset() + bytes(place, asked))
                .max()
                .orElse(0);
        return bytes == 0 ? MemorySegment.NULL : Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    private static int bytes(AttributePlace place, Attributes asked) {
        return place.bytes() == AttributePlace.ALL ? asked.length(place.id()) : place.bytes();
    }

    /** As many bytes as both sides have. */
    private static void copy(MemorySegment from, MemorySegment to) {
        MemorySegment.copy(from, 0, to, 0, Math.min(from.byteSize(), to.byteSize()));
    }
}
