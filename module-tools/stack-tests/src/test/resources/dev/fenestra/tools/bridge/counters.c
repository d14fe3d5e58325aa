/*
 * Reads the counters of a port while its own WRITEs raise them: by a new descriptor, by one that stays open, by a name
 * in a folder that the program has entered, and by a stream. Each reading has the number of the moment.
 */
#include "loopback.h"
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#define PORT "/sys/class/infiniband/mlx5_0/ports/1"
#define PACKETS (BYTES / 1024)

static long number(const char *text) {
    return strtol(text, NULL, 10);
}

static long read_again(int fd) {
    char text[32] = "";
    check(lseek(fd, 0, SEEK_SET) == 0 && read(fd, text, sizeof(text) - 1) > 0, "a file that is open is read again");
    return number(text);
}

static long read_at(int fd) {
    char text[32] = "";
    check(pread(fd, text, sizeof(text) - 1, 0) > 0, "a file that is open is read at its beginning");
    return number(text);
}

static long read_new(const char *path) {
    int fd = open(path, O_RDONLY);
    check(fd >= 0, path);
    long value = read_at(fd);
    close(fd);
    return value;
}

static long read_stream(const char *path) {
    char text[32] = "";
    FILE *file = fopen(path, "r");
    check(file && fgets(text, sizeof(text), file), path);
    fclose(file);
    return number(text);
}

int main(void) {
    char path[PATH_MAX];
    open_device();
    struct ibv_mr *target = registered(map(NULL, '-'), ACCESS);
    int kept = open(PORT "/counters/port_xmit_data", O_RDONLY);
    check(kept >= 0 && read_again(kept) == 0, "no data were sent");
    for (int i = 1; i <= 3; i++) {
        write_to(target, 'a' + i);
        check(read_again(kept) == (long)i * BYTES / 4, "words are counted, for a file that stays open");
        check(read_at(kept) == (long)i * BYTES / 4, "and when it is read by pread");
        check(read_new(PORT "/counters/port_rcv_data") == (long)i * BYTES / 4, "so are those that arrived");
        check(read_new(PORT "/hw_counters/tx_payload_bytes") == (long)i * BYTES, "the device counts bytes");
        check(read_stream(PORT "/hw_counters/rx_payload_bytes") == (long)i * BYTES, "also for a stream");
        check(read_new(PORT "/counters/port_xmit_packets") >= i * PACKETS, "packets are counted");
    }
    check(chdir(PORT "/counters") == 0 && getcwd(path, sizeof(path)), "the folder is entered");
    check(strncmp(path, "/sys/devices/pci", 16) == 0, "and has the name that sysfs gives it");
    write_to(target, 'x');
    check(read_new("port_xmit_data") == 4 * BYTES / 4, "a name without a folder is enough");
    return 0;
}
