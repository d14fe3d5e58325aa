package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Below a root, a class uses only its own package and those on lower floors. A package without a floor fails.
 */
final class FloorCondition extends ArchCondition<JavaClass> {

    private static final int NONE = -1;

    private final String root;
    private final Map<String, Integer> floors = new HashMap<>();

    /**
     * @param floors names of packages, from the lowest floor up
     */
    FloorCondition(String root, List<Set<String>> floors) {
        super("use only rooms on lower floors");
        this.root = root;
        for (int floor = 0; floor < floors.size(); floor++) {
            for (String room : floors.get(floor)) {
                this.floors.put(room, floor);
            }
        }
    }

    @Override
    public void check(JavaClass javaClass, ConditionEvents events) {
        String room = javaClass.getPackageName();
        int floor = floors.getOrDefault(room, NONE);
        if (floor == NONE) {
            events.add(SimpleConditionEvent.violated(
                    javaClass, javaClass.getName() + " is in the package " + room + ", which stands on no floor"));
            return;
        }
        for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
            String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
            boolean inside = used.equals(root) || used.startsWith(root + ".");
            if (inside && !used.equals(room) && floors.getOrDefault(used, NONE) >= floor) {
                events.add(SimpleConditionEvent.violated(javaClass, dependency.getDescription()));
            }
        }
    }
}
