package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A browser without a window. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final int WIDTH = 1440;
    private static final int HEIGHT = 1400;
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** The one of this JVM: a start takes as long as several tests. */
    private static @Nullable Browser running;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Gives the one of this JVM, or leaves the test out. It ends with the JVM. */
    static synchronized Browser start() {
        Browser browser = running;
        if (browser == null) {
            browser = startAnew();
            Runtime.getRuntime().addShutdownHook(new Thread(browser.driver::quit));
            running = browser;
        }
        return browser;
    }

    private static Browser startAnew() {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "left out: there is no " + CHROMIUM + " or no " + DRIVER);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-prefers-reduced-motion",
                "--window-size=" + WIDTH + "," + HEIGHT);
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL", LogType.PERFORMANCE, "ALL"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .withLogOutput(OutputStream.nullOutputStream())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** As when it was started: the next test class begins with an empty page of the usual size. */
    @Override
    public void close() {
        driver.get("about:blank");
        size(WIDTH, HEIGHT);
        scheme("light");
        print(false);
        complaints();
        requests();
    }

    /** Opens a page; returns when it stands. */
    void open(Path page, String fragment) {
        driver.get("about:blank");
        driver.get(page.toUri() + fragment);
        driver.findElement(By.cssSelector("body.ready"));
    }

    /** Opens a page that is complete without a script. */
    void show(Path page, String fragment) {
        driver.get("about:blank");
        driver.get(page.toUri() + fragment);
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void scheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void print(boolean isPrinted) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", isPrinted ? "print" : ""));
    }

    void press(CharSequence... keys) {
        WebElement body = driver.findElement(By.tagName("body"));
        body.sendKeys(keys);
    }

    void pressWithShift(Keys key) {
        new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
    }

    void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    void type(String selector, String text) {
        WebElement field = driver.findElement(By.cssSelector(selector));
        field.clear();
        field.sendKeys(text);
    }

    /** Chooses from a list, by the value. */
    void choose(String selector, String value) {
        driver.executeScript(
                "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
                        + " list.dispatchEvent(new Event('change'))",
                selector,
                value);
    }

    String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    List<String> texts(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .map(WebElement::getText)
                .toList();
    }

    /** The sequence of the event at which the report stands. */
    long event() {
        return Long.parseLong(String.valueOf(run("return document.body.dataset.event")));
    }

    Object run(String script) {
        return String.valueOf(driver.executeScript(script));
    }

    String address() {
        return String.valueOf(driver.getCurrentUrl());
    }

    /** What the browser complained of. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** What it asked for, but files. */
    List<String> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("Network.requestWillBeSent\""))
                .filter(message -> !message.contains("\"url\":\"file:") && !message.contains("\"url\":\"about:"))
                .toList();
    }

    void shoot(Path picture) throws IOException {
        File shot = driver.getScreenshotAs(OutputType.FILE);
        Files.copy(shot.toPath(), picture, StandardCopyOption.REPLACE_EXISTING);
    }
}
