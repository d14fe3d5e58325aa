package dev.fenestra.tools.cost;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
        } catch (CostException e) {
            throw new IllegalStateException(BUILT_IN, e);
        }
    }

    /**
     * The same model with the prices of a file in place of its own.
     *
     * @throws CostException when the text is not JSON, names an item that there is not, or a price below 0
     */
    public CostModel with(String json) throws CostException {
        Map<CostItem, Price> changed = new EnumMap<>(CostItem.class);
        changed.putAll(prices);
        for (Map.Entry<String, JsonElement> member : object(json).entrySet()) {
            if (member.getKey().equals(LINK_SPEED)) {
                double gigabits = nanos(LINK_SPEED, member.getValue());
                if (gigabits == 0) {
                    throw new CostException(LINK_SPEED + ": 0 is no speed");
                }
                changed.put(CostItem.WIRE_BYTE, new Price(Byte.SIZE / gigabits, "a link of " + gigabits + " Gbit/s"));
            } else {
                changed.put(item(member.getKey()), price(member.getKey(), member.getValue()));
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

    private static JsonObject object(String json) throws CostException {
        try {
            JsonElement root = JsonParser.parseString(json);
            if (!root.isJsonObject()) {
                throw new CostException("it is not an object");
            }
            return root.getAsJsonObject();
        } catch (JsonParseException e) {
            throw new CostException("it is not JSON: " + e.getMessage(), e);
        }
    }

    private static CostItem item(String key) throws CostException {
        return CostItem.of(key)
                .orElseThrow(() -> new CostException(
                        "there is no cost \"" + key + "\"; there are " + LINK_SPEED + " and " + keys()));
    }

    private static String keys() {
        return String.join(
                ", ", List.of(CostItem.values()).stream().map(CostItem::key).toList());
    }

    private static Price price(String key, JsonElement value) throws CostException {
        if (!value.isJsonObject()) {
            return new Price(nanos(key, value), OF_THE_FILE);
        }
        JsonObject object = value.getAsJsonObject();
        JsonElement nanos = object.get(NANOS);
        if (nanos == null) {
            throw new CostException(key + " has no \"" + NANOS + "\"");
        }
        JsonElement source = object.get(SOURCE);
        return new Price(
                nanos(key, nanos), source == null || !source.isJsonPrimitive() ? OF_THE_FILE : source.getAsString());
    }

    private static double nanos(String key, JsonElement value) throws CostException {
        double nanos;
        try {
            nanos = value.getAsDouble();
        } catch (IllegalStateException | NumberFormatException | UnsupportedOperationException e) {
            throw new CostException(key + ": " + value + " is not a number", e);
        }
        if (!(nanos >= 0) || Double.isInfinite(nanos)) {
            throw new CostException(key + ": " + value + " is not a number from 0 on");
        }
        return nanos;
    }
}
