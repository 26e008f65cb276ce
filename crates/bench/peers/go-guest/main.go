// Asks a real ZFS with go-zfs, once to warm up and then some times, and prints what the least of
// these took: instructions in thousands, which is microseconds on a clock that counts them, then
// the datasets, and the most memory that this program and that a command of it had, in kilobytes.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	zfs "github.com/mistifyio/go-zfs"
)

// ask asks a question: `list`, or `get` with names of datasets.
func ask(question string, names []string) (int, error) {
	if question == "list" {
		datasets, err := zfs.Datasets("")
		return len(datasets), err
	}
	for _, name := range names {
		if _, err := zfs.GetDataset(name); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

func peak(who int) int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(who, &usage); err != nil {
		panic(err)
	}
	return usage.Maxrss
}

func main() {
	times, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var least time.Duration
	var count int
	for at := 0; at <= times; at++ {
		start := time.Now()
		count, err = ask(os.Args[2], os.Args[3:])
		took := time.Since(start)
		if err != nil {
			fmt.Fprintln(os.Stderr, strings.TrimSpace(err.Error()))
			os.Exit(1)
		}
		if at <= 1 || took < least {
			least = took
		}
	}
	fmt.Println(least.Microseconds(), count, peak(syscall.RUSAGE_SELF), peak(syscall.RUSAGE_CHILDREN))
}
