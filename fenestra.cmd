@echo off
rem Runs Fenestra from its sources: builds it when there is no build, then starts the command line. Needs a JDK 25 or
rem newer in JAVA_HOME or on the PATH. Unlike the script "fenestra" it does not notice newer sources: delete
rem module-tools\target\dist to build again.
setlocal
set "home=%~dp0"
set "dist=%home%module-tools\target\dist"
set "main=dev.fenestra.tools.cli/dev.fenestra.tools.cli.Main"

set "java="
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\javac.exe" set "java=%JAVA_HOME%\bin\java.exe"
if not defined java for %%J in (javac.exe) do if not "%%~$PATH:J"=="" set "java=%%~dp$PATH:Jjava.exe"
if not defined java (
    echo fenestra: Fenestra needs a JDK 25 or newer: set JAVA_HOME, or put its bin folder on the PATH. 1>&2
    exit /b 69
)
"%java%" --version 2>nul | findstr /r /c:"^openjdk 2[5-9]" /c:"^openjdk [3-9][0-9]" /c:"^java 2[5-9]" /c:"^java [3-9][0-9]" >nul
if errorlevel 1 (
    echo fenestra: "%java%" is no JDK 25 or newer: set JAVA_HOME to one. 1>&2
    exit /b 69
)

if not exist "%dist%\stamp" call :build || exit /b 70
if not exist "%dist%\aot" (
    "%java%" "%home%module-tools\image\src\image\OldClasses.java" "%dist%" >nul 2>&1
    "%java%" -XX:+UseSerialGC "-XX:AOTCacheOutput=%dist%\aot" -p "%dist%" -m %main:Main=Rehearsal% --help "devinfo -v" demo >nul 2>&1
    if not exist "%dist%\aot" type nul >"%dist%\aot"
)

"%java%" -XX:MaxDirectMemorySize=4g "-XX:AOTCache=%dist%\aot" -Xlog:aot=off -Xlog:cds=off -p "%dist%" -m %main% %*
exit /b %errorlevel%

:build
echo building Fenestra (once) ... 1>&2
where mvn >nul 2>&1
if errorlevel 1 (
    echo fenestra: building needs Maven 3.8.7 or newer, mvn, on the PATH. 1>&2
    exit /b 69
)
pushd "%home%"
call mvn -q -B -Dfast -pl module-tools/cli,module-vendor-drv -am package 1>&2
set "built=%errorlevel%"
popd
if not "%built%"=="0" (
    echo fenestra: the build failed, see above 1>&2
    exit /b 70
)
exit /b 0
