package archive

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
)

// FaceFile is a file of a font face.
type FaceFile struct {
	Address string
	// Name is that of the file beside the record, "" for an address on another host: such a
	// file is not copied.
	Name string
}

// FaceFiles are the files of a font face in the order of its sources. home is the address
// of the site.
func (r Record) FaceFiles(home string) []FaceFile {
	var face struct {
		Src json.RawMessage `json:"src"`
	}
	_ = json.Unmarshal(r["font_face_settings"], &face) // nothing if it is no object
	var sources []string
	if json.Unmarshal(face.Src, &sources) != nil {
		var one string
		if json.Unmarshal(face.Src, &one) != nil {
			return nil
		}
		sources = []string{one}
	}
	files := make([]FaceFile, len(sources))
	for i, address := range sources {
		files[i].Address = address
		if sameHost(address, home) {
			files[i].Name = fmt.Sprintf("%d-%d-%s", r.ID(), i+1, lastName(address))
		}
	}
	return files
}

func sameHost(a, b string) bool {
	one, err := url.Parse(a)
	if err != nil {
		return false
	}
	other, err := url.Parse(b)
	return err == nil && one.Host != "" && one.Host == other.Host
}

// HasFaceFile reports that the folder has a file of a face, as it was copied.
func (f *Folder) HasFaceFile(file FaceFile, s *KindState) bool {
	known, ok := s.Files[file.Name]
	return ok && known.Of == sign(file.Address) && f.faceDamage(file, s) == ""
}

// faceDamage says what is wrong with a file of a face on the disk, "" for nothing.
func (f *Folder) faceDamage(file FaceFile, s *KindState) string {
	return f.damage(path.Join(FontFaces, file.Name), file.Name, s)
}

// NoteFaceFile notes that a file of a face was copied.
func (s *KindState) NoteFaceFile(file FaceFile, size int64) {
	s.noteFile(file.Name, File{size, sign(file.Address)})
}
