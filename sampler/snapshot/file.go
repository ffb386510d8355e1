package snapshot

import (
	"fmt"
	"os"
	"path/filepath"

	"tabletop/model/sample"
	"tabletop/sampler"
)

// SaveFile writes the sample to a file, readable by its owner only since it holds rows of the table. The file is
// complete or, when anything fails, not touched. Errors are of type *sampler.Error.
func SaveFile(path string, s *sample.Sample) error {
	if err := replace(path, s); err != nil {
		return &sampler.Error{What: fmt.Sprintf("the snapshot %s could not be written", path), Err: err,
			Next: "name a file in a folder that exists and that you may write to, with room on its disk"}
	}
	return nil
}

func replace(path string, s *sample.Sample) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = Save(f, s); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// ReadFile reads the sample in a file. Errors are of type *sampler.Error.
func ReadFile(path string) (*sample.Sample, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	return Read(f, path)
}
