package subsizes

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// tiff is EXIF data with an orientation behind another entry.
func tiff(order binary.AppendByteOrder, orientation uint16) []byte {
	data := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		data = []byte("MM\x00*")
	}
	data = order.AppendUint32(data, 10)
	data = append(data, 0, 0) // the directory need not follow at once
	data = order.AppendUint16(data, 2)
	data = order.AppendUint16(data, 0x010F)
	data = append(data, make([]byte, 10)...)
	data = order.AppendUint16(data, 0x0112)
	data = order.AppendUint16(data, 3)
	data = order.AppendUint32(data, 1)
	data = order.AppendUint16(data, orientation)
	return append(data, 0, 0)
}

// segment is a segment of a JPEG file.
func segment(marker byte, content string) []byte {
	head := []byte{0xFF, marker}
	return append(binary.BigEndian.AppendUint16(head, uint16(len(content)+2)), content...)
}

func exif(tiff []byte) []byte { return segment(0xE1, "Exif\x00\x00"+string(tiff)) }

func TestOrientationIsReadFromTheHead(t *testing.T) {
	t.Parallel()
	start, end := []byte{0xFF, 0xD8}, segment(0xDA, "")
	profile := segment(0xE2, "ICC_PROFILE\x00\x01\x01colours")
	for name, c := range map[string]struct {
		parts       [][]byte
		orientation int
		profile     int
	}{
		"little endian": {[][]byte{start, exif(tiff(binary.LittleEndian, 6)), end}, 6, 0},
		"big endian": {[][]byte{start, segment(0xE0, "JFIF\x00"), exif(tiff(binary.BigEndian, 8)), profile, end},
			8, len(profile)},
		"fill bytes": {
			[][]byte{start, {0xFF, 0xFF, 0xFF}, exif(tiff(binary.BigEndian, 6)), {0xFF}, profile, end}, 6, len(profile),
		},
		"a marker of no length": {[][]byte{start, {0xFF, 0x01}, exif(tiff(binary.BigEndian, 6)), end}, 6, 0},
		"only fill bytes":       {[][]byte{start, bytes.Repeat([]byte{0xFF}, 99)}, 1, 0},
		"two profile segments":  {[][]byte{start, profile, profile, end}, 1, 2 * len(profile)},
		"out of range":          {[][]byte{start, exif(tiff(binary.BigEndian, 9)), end}, 1, 0},
		"zero":                  {[][]byte{start, exif(tiff(binary.BigEndian, 0)), end}, 1, 0},
		"behind the picture":    {[][]byte{start, end, exif(tiff(binary.BigEndian, 6))}, 1, 0},
		"another APP1":          {[][]byte{start, segment(0xE1, "http://ns.adobe.com/xap/1.0/"), end}, 1, 0},
		"no TIFF":               {[][]byte{start, exif([]byte("XX*\x00\x00\x00\x00\x08")), end}, 1, 0},
		"short TIFF":            {[][]byte{start, exif([]byte("II*")), end}, 1, 0},
		"far directory":         {[][]byte{start, exif([]byte("II*\x00\xFF\xFF\xFF\xFF")), end}, 1, 0},
		"short directory":       {[][]byte{start, exif([]byte("II*\x00\x08\x00\x00\x00\x05\x00abc")), end}, 1, 0},
		"empty directory":       {[][]byte{start, exif([]byte("II*\x00\x08\x00\x00\x00\x00\x00")), end}, 1, 0},
		"cut":                   {[][]byte{start, exif(tiff(binary.BigEndian, 6))[:20]}, 1, 0},
		"nothing":               {nil, 1, 0},
		"no JPEG":               {[][]byte{[]byte("GIF89a")}, 1, 0},
		"no marker":             {[][]byte{start, []byte("abcdefgh")}, 1, 0},
		"a length of one":       {[][]byte{start, {0xFF, 0xE1, 0, 1}}, 1, 0},
	} {
		head := readJPEGHead(bytes.NewReader(bytes.Join(c.parts, nil)))
		if head.orientation != c.orientation || len(head.profile) != c.profile {
			t.Errorf("readJPEGHead of %s: orientation %d, %d bytes of profile, want %d and %d", name, head.orientation,
				len(head.profile), c.orientation, c.profile)
		}
	}
}

func FuzzReadJPEGHead(f *testing.F) {
	f.Add(bytes.Join([][]byte{{0xFF, 0xD8}, exif(tiff(binary.LittleEndian, 6))}, nil))
	f.Add(bytes.Join([][]byte{{0xFF, 0xD8}, segment(0xE2, "ICC_PROFILE\x00"), exif(tiff(binary.BigEndian, 3))}, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		if head := readJPEGHead(bytes.NewReader(data)); head.orientation < 1 || head.orientation > 8 {
			t.Errorf("readJPEGHead: orientation %d, want 1 to 8", head.orientation)
		} else if len(head.profile) > maxProfile+len(data) {
			t.Errorf("readJPEGHead of %d bytes: %d bytes of profile, want less", len(data), len(head.profile))
		}
	})
}
