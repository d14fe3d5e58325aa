import dev.fenestra.ib.core.vocabulary.*
import static dev.fenestra.ib.core.vocabulary.AccessFlag.*
import dev.fenestra.tools.bench.*
import dev.fenestra.uverbs.cm.*
import dev.fenestra.uverbs.handles.*
import dev.fenestra.uverbs.memory.*
import dev.fenestra.uverbs.request.*
import java.time.Duration
TestBench bench = TestBench.twoHosts()
Context alice = bench.host("alice").open()
Context bob = bench.host("bob").open()
System.out.println("Two hosts on one fabric: alice and bob are their open devices, bench is both. Try:\n  alice.allocPd()")
