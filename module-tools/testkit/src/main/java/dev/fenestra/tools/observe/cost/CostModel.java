package dev.fenestra.tools.observe.cost;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fenestra.tools.input.Amount;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prices of all items. The built-in prices are in {@code costs.json}; a file may change some of them:
 *
 * {@snippet lang = json :
 * {"kernel_transition": {"ns": 120, "source": "measured here"}, "pin_page": 90, "link_gbps": 400}
 * }
 */
public final class CostModel {
    private static final String BUILT_IN = "costs.json";
    private static final String LINK_SPEED = "link_gbps";
    private static final String OF_THE_FILE = "assumed: the file says so";

    private static final String PRICE = "a number from 0 on, or an object with \"ns\"";
    private static final String NO_COST = "it is no cost; there are " + LINK_SPEED + ", "
            + Arrays.stream(CostItem.values()).map(CostItem::key).collect(Collectors.joining(", "));

    private final Map<CostItem, Price> prices;

    private CostModel(Map<CostItem, Price> prices) {
        this.prices = new EnumMap<>(prices);
    }

    /**
     * The prices that are built in.
     *
     * @return the model with these prices
     */
    public static CostModel builtIn() {
        try (InputStream file = Objects.requireNonNull(CostModel.class.getResourceAsStream(BUILT_IN))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new CostModel(new EnumMap<>(CostItem.class)).with(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InputException e) {
            throw new IllegalStateException(BUILT_IN, e);
        }
    }

    /**
     * The same model with the prices of a file in place of its own.
     *
     * @param json an object that names items and their prices
     * @return the changed model
     * @throws InputException when the text is not JSON, names an unknown item, or has a price below 0
     */
    public CostModel with(String json) throws InputException {
        Map<CostItem, Price> changed = new EnumMap<>(CostItem.class);
        changed.putAll(prices);
        Prices prices = Json.read(json, Prices.class);
        for (Map.Entry<String, Row> one : prices.items.entrySet()) {
            String key = one.getKey();
            CostItem item = CostItem.of(key).orElseThrow(() -> Json.wrong(json, key, NO_COST));
            changed.put(item, one.getValue().price());
        }
        if (prices.linkGbps != null) {
            changed.put(CostItem.WIRE_BYTE, byteOnTheWire(prices.linkGbps, json));
        }
        return new CostModel(changed);
    }

    /**
     * The price of an item.
     *
     * @param item the item
     * @return nanoseconds, and their source
     */
    public Price price(CostItem item) {
        return Objects.requireNonNull(prices.get(item), item::key);
    }

    /**
     * The time that an item takes.
     *
     * @param item the item
     * @param count how many of it
     * @return nanoseconds
     */
    public double nanos(CostItem item, long count) {
        return count * price(item).nanos();
    }

    /**
     * The time that several charges take.
     *
     * @param charges the charges
     * @return nanoseconds
     */
    public double nanos(List<Charge> charges) {
        double sum = 0;
        for (Charge charge : charges) {
            sum += nanos(charge.item(), charge.count());
        }
        return sum;
    }

    private static Price byteOnTheWire(double gigabits, String json) throws InputException {
        if (gigabits == 0) {
            throw Json.wrong(json, LINK_SPEED, "expected a speed above 0, not 0");
        }
        return new Price(Byte.SIZE / gigabits, "a link of " + gigabits + " Gbit/s");
    }

    /** A file of prices. */
    private record Prices(
            @JsonProperty(LINK_SPEED) @Amount @Nullable Double linkGbps,
            @JsonAnySetter Map<String, Row> items) {}

    /** A price, which may be written as a mere number. */
    @JsonClassDescription(PRICE)
    private record Row(@Amount double ns, @Nullable String source) {
        @JsonCreator
        private Row {}

        @JsonCreator
        static Row of(double ns) {
            if (ns < 0) {
                throw new IllegalArgumentException("expected " + PRICE + ", not " + ns);
            }
            return new Row(ns, null);
        }

        Price price() {
            return new Price(ns, source == null ? OF_THE_FILE : source);
        }
    }
}
