// Asks a real ZFS with go-zfs, and prints what that took: instructions in thousands, which is
// microseconds on a clock that counts them, then the datasets, and the most memory that this program
// had, in kilobytes.
package main

import (
	"fmt"
	"os"
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

func main() {
	// To warm up; where commands are counted, this one does not count.
	if _, err := ask("get", []string{"tank"}); err != nil {
		fail(err)
	}
	_ = os.Truncate("/run/bench-count", 0)
	start := time.Now()
	count, err := ask(os.Args[1], os.Args[2:])
	took := time.Since(start)
	if err != nil {
		fail(err)
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	fmt.Println(took.Microseconds(), count, usage.Maxrss)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
