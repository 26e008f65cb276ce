// Measures how go-zfs reads a listing: one call, with a `zfs` on the PATH that prints a file.
//
// It prints the processor time of the call and that of only reading the same output from the same
// command, in nanoseconds, then its allocations and the heap that it has taken from the system.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	zfs "github.com/mistifyio/go-zfs"
)

// spent is the processor time that this process has used.
func spent() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func main() {
	start := spent()
	var output bytes.Buffer
	command := exec.Command("zfs", "list")
	command.Stdout = &output
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	reading := spent() - start
	output = bytes.Buffer{}
	runtime.GC()

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start = spent()
	datasets, err := zfs.Datasets("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	call := spent() - start
	runtime.ReadMemStats(&after)
	fmt.Println(len(datasets), call, reading, after.Mallocs-before.Mallocs, after.HeapSys)
}
