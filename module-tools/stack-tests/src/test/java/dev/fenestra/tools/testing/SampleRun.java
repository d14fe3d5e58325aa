package dev.fenestra.tools.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What became of the tests of a sample class, by method, and of the class itself, by its simple name. */
public record SampleRun(Map<String, TestExecutionResult> results) {

    public static SampleRun of(Class<?> sample) {
        return of(sample, Map.of());
    }

    public static SampleRun of(Class<?> sample, Map<String, String> parameters) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(sample))
                .configurationParameters(parameters)
                .build();
        Map<String, TestExecutionResult> results = new LinkedHashMap<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                results.put(test.getDisplayName().replaceAll("\\(.*", ""), result);
            }
        });
        return new SampleRun(results);
    }

    public TestExecutionResult.Status status(String name) {
        return results.get(name).getStatus();
    }

    public Throwable failure(String name) {
        return results.get(name).getThrowable().orElseThrow();
    }

    /** Messages of the failure and of its suppressed exceptions. */
    public List<String> told(String name) {
        List<String> told = new ArrayList<>(List.of(failure(name).getMessage()));
        for (Throwable suppressed : failure(name).getSuppressed()) {
            told.add(suppressed.toString());
        }
        return told;
    }
}
