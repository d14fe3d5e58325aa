package dev.fenestra.tools.observe.cost;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Prices of all items. Those built in stand in {@code costs.json}; a file may change some of them:
 *
 * {@snippet lang = json :
 * {"kernel_transition": {"ns": 120, "source": "measured here"}, "pin_page": 90, "link_gbps": 400}
 * }
 */
public final class CostModel {
    private static final String BUILT_IN = "costs.json";
    private static final String LINK_SPEED = "link_gbps";
    private static final String NANOS = "ns";
    private static final String SOURCE = "source";
    private static final String OF_THE_FILE = "assumed: the file says so";

    private final Map<CostItem, Price> prices;

    private CostModel(Map<CostItem, Price> prices) {
        this.prices = new EnumMap<>(prices);
    }

    /** The prices that are built in. */
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
     * @throws InputException when the text is not JSON, names an item that there is not, or a price below 0
     */
    public CostModel with(String json) throws InputException {
        Map<CostItem, Price> changed = new EnumMap<>(CostItem.class);
        changed.putAll(prices);
        for (Map.Entry<String, JsonNode> member : JsonNode.parse(json).members().entrySet()) {
            JsonNode value = member.getValue();
            if (member.getKey().equals(LINK_SPEED)) {
                double gigabits = value.amount();
                if (gigabits == 0) {
                    throw value.expected("a speed above 0");
                }
                changed.put(CostItem.WIRE_BYTE, new Price(Byte.SIZE / gigabits, "a link of " + gigabits + " Gbit/s"));
            } else {
                changed.put(item(member.getKey(), value), price(value));
            }
        }
        return new CostModel(changed);
    }

    public Price price(CostItem item) {
        return Objects.requireNonNull(prices.get(item), item::key);
    }

    /** Nanoseconds for some of an item. */
    public double nanos(CostItem item, long count) {
        return count * price(item).nanos();
    }

    /** Nanoseconds for all of it. */
    public double nanos(List<Charge> charges) {
        double sum = 0;
        for (Charge charge : charges) {
            sum += nanos(charge.item(), charge.count());
        }
        return sum;
    }

    private static CostItem item(String key, JsonNode value) throws InputException {
        return CostItem.of(key)
                .orElseThrow(() -> value.wrong("it is no cost; there are " + LINK_SPEED + ", " + keys()));
    }

    private static String keys() {
        return String.join(
                ", ", List.of(CostItem.values()).stream().map(CostItem::key).toList());
    }

    private static Price price(JsonNode value) throws InputException {
        if (!value.isObject()) {
            return new Price(value.amount(), OF_THE_FILE);
        }
        JsonNode source = value.members(Set.of(NANOS, SOURCE)).get(SOURCE);
        return new Price(value.member(NANOS).amount(), source == null ? OF_THE_FILE : source.text());
    }
}
