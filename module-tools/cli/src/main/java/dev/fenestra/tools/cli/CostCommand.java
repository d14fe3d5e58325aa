package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.measure.cost.CostChart;
import dev.fenestra.tools.measure.cost.CostHtml;
import dev.fenestra.tools.measure.cost.CostTable;
import dev.fenestra.tools.measure.cost.CostTableText;
import dev.fenestra.tools.observe.cost.CostModel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra cost}. */
@Command(
        name = "cost",
        description =
                "Shows what registering, re-registering, binding, invalidating and deregistering cost by a model, for"
                    + " regions of 4 KiB to 1 TiB: what small ones make the stack do is counted, and extended to large"
                    + " ones.",
        exitCodeList = {
            "0:the table was printed",
            "1:the chart or the page cannot be written",
            "2:bad usage, or a file that cannot be used"
        })
final class CostCommand implements Callable<Integer> {
    private static final int SHOWN = 0;
    private static final long MEBI = 1L << 20;

    private final Terminal terminal;

    @Option(
            names = "--costs",
            paramLabel = "FILE",
            description = "Prices to use in place of those built in, as JSON: {\"pin_page\": 90, \"link_gbps\": 400}.")
    private @Nullable Path costs;

    @Option(names = "--prices", description = "Lists the prices with their sources, and runs nothing.")
    private boolean prices;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    @Option(
            names = "--chart",
            paramLabel = "FILE.svg",
            description = "Where to draw binding, registering, moving and copying by size.")
    private @Nullable Path chart;

    @Option(
            names = "--run-up-to",
            paramLabel = "MIB",
            description = "The largest region that really runs, 1 to 1024 MiB; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = 1024)
    private int largest = 64;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Where to write chart, times, counts and prices as a page.")
    private @Nullable Path html;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    CostCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        OutputFile.check(chart, html);
        try {
            CostModel model = costs == null ? CostModel.builtIn() : InputFile.read(costs, CostModel.builtIn()::with);
            if (prices) {
                terminal.out().print(json ? CostTableText.pricesJson(model) : CostTableText.prices(model));
            } else {
                CostTable table = CostTable.run(providers.bench(), largest * MEBI);
                terminal.out().print(json ? CostTableText.json(table, model) : CostTableText.of(table, model));
                OutputFile.write(chart, () -> CostChart.of(table, model).svg());
                OutputFile.write(html, () -> CostHtml.of(table, model));
            }
            return SHOWN;
        } catch (MissingProviderException e) {
            throw new InputException(String.valueOf(e.getMessage()));
        }
    }
}
