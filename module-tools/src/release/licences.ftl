<#-- dependencyMap: entries of an artifact and the names of its licences. -->
# Libraries and their licences

This page is made by `mvn -Prelease -DskipTests package`, and held by the same build.

The build fails when this page is out of date, or when a library has none of the licences that the build allows. "Comes
along" is what a program gets that depends on `fenestra-cli`, and what is in the image. The others are needed by the
build, its tests and benchmarks, or by users who have them anyway.

| library | version | licence | |
|---|---|---|---|
<#list dependencyMap as e>
<#assign project = e.getKey()/>
| ${project.groupId}:${project.artifactId} | ${project.version} | ${e.getValue()?join(", ")} | ${(["compile", "runtime"]?seq_contains(project.artifact.scope!""))?then("comes along", (project.artifact.scope!""))} |
</#list>
