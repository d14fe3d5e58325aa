package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The install that the README asks for takes no longer than it must. */
class QuickInstallTest {
    @Test
    void shouldLeaveOutTestsSourcesAndJavadoc() throws IOException {
        assertTrue(Files.readString(Path.of("..", "README.md")).contains("`mvn -Dquick install`"));
        String pom = Files.readString(Path.of("..", "pom.xml"));
        String profile = pom.substring(pom.indexOf("<id>quick</id>"));
        String quick = profile.substring(0, profile.indexOf("</profile>"));
        assertTrue(quick.contains("<name>quick</name>"), quick);
        for (String left : new String[] {"maven.test.skip", "maven.source.skip", "maven.javadoc.skip"}) {
            assertTrue(quick.contains("<" + left + ">true</" + left + ">"), left);
        }
    }
}
