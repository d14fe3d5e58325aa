package dev.fenestra.tools.demo;

/**
 * How a demo went.
 *
 * @param finished whether it came to its end
 * @param wrong acts that did not go as the rules say
 */
public record DemoResult(boolean finished, int wrong) {

    public boolean asExpected() {
        return finished && wrong == 0;
    }
}
