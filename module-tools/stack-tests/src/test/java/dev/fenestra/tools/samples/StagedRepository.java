package dev.fenestra.tools.samples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A Maven repository with what this build has just made, and settings that know only it and what we were built with.
 */
record StagedRepository(Path folder) {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path JARS = Path.of("target", "dist");
    private static final String VERSION = System.getProperty("sample.version");
    private static final List<String> MODULES =
            List.of("module-hw-sim", "module-ib-core", "module-uverbs", "module-vendor-drv");
    private static final List<String> PARTS = List.of("testkit", "conformance", "proof");

    static StagedRepository in(Path folder) throws IOException {
        StagedRepository repository = new StagedRepository(folder.toAbsolutePath());
        repository.stage("fenestra", ROOT.resolve("pom.xml"), ".pom");
        repository.stage("module-tools", ROOT.resolve("module-tools/pom.xml"), ".pom");
        repository.stage("fenestra-bom", ROOT.resolve("module-tools/bom/pom.xml"), ".pom");
        for (String module : MODULES) {
            repository.stage(module, ROOT.resolve(module));
        }
        for (String part : PARTS) {
            repository.stage("fenestra-" + part, ROOT.resolve("module-tools").resolve(part));
        }
        return repository;
    }

    private void stage(String artifact, Path project) throws IOException {
        stage(artifact, project.resolve("pom.xml"), ".pom");
        stage(artifact, JARS.resolve(artifact + "-" + VERSION + ".jar"), ".jar");
    }

    private void stage(String artifact, Path file, String ending) throws IOException {
        assertTrue(Files.exists(file), file + " is made by the phases before this test");
        Path target = folder.resolve("dev/fenestra").resolve(artifact).resolve(VERSION);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + VERSION + ending), StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * @param built the local repository of our own build, in which every plugin and library that a sample needs is
     */
    String settings(Path built) {
        return """
            <settings>
              <profiles>
                <profile>
                  <id>samples</id>
                  <repositories>
                    <repository>
                      <id>staged</id>
                      <url>%1$s</url>
                      <releases><enabled>false</enabled></releases>
                      <snapshots><checksumPolicy>ignore</checksumPolicy></snapshots>
                    </repository>
                    <repository>
                      <id>central</id>
                      <url>%2$s</url>
                      <releases><checksumPolicy>ignore</checksumPolicy></releases>
                      <snapshots><enabled>false</enabled></snapshots>
                    </repository>
                  </repositories>
                  <pluginRepositories>
                    <pluginRepository>
                      <id>central</id>
                      <url>%2$s</url>
                      <releases><checksumPolicy>ignore</checksumPolicy></releases>
                      <snapshots><enabled>false</enabled></snapshots>
                    </pluginRepository>
                  </pluginRepositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>samples</activeProfile></activeProfiles>
            </settings>
            """.formatted(folder.toUri(), built.toUri());
    }
}
