package subsizes

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// maxProfile is the maximum size, in bytes, of the colour profile that is copied into sub-sizes.
const maxProfile = 4 << 20

// jpegHead holds data from the segments of a JPEG file that come before the image data.
type jpegHead struct {
	orientation int    // the orientation in EXIF, 1 to 8; 1 is upright
	profile     []byte // the segments of the colour profile, unchanged
}

// readJPEGHead reads the segments of a JPEG file that come before the image data. It stops at
// a broken segment, and returns what it has read.
func readJPEGHead(r io.Reader) jpegHead {
	head := jpegHead{orientation: 1}
	in := bufio.NewReader(r)
	var start [2]byte
	if _, err := io.ReadFull(in, start[:]); err != nil || start != [2]byte{0xFF, 0xD8} {
		return head
	}
	for {
		marker, ok := readMarker(in)
		if !ok {
			return head
		}
		var size [2]byte
		if _, err := io.ReadFull(in, size[:]); err != nil {
			return head
		}
		length := int(binary.BigEndian.Uint16(size[:])) - 2
		// The marker 0xDA begins the image data, and 0xD9 ends the file.
		if marker == 0xDA || marker == 0xD9 || length < 0 {
			return head
		}
		segment := make([]byte, length)
		if _, err := io.ReadFull(in, segment); err != nil {
			return head
		}
		switch marker {
		case 0xE1:
			if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
				head.orientation = orientation(tiff)
			}
		case 0xE2:
			if bytes.HasPrefix(segment, []byte("ICC_PROFILE\x00")) && len(head.profile)+length <= maxProfile {
				head.profile = append(append(head.profile, 0xFF, marker, size[0], size[1]), segment...)
			}
		}
	}
}

// readMarker returns the next marker that has a segment. It skips the fill bytes 0xFF that may
// stand before a marker. It also skips the marker 0x01, which has no segment.
func readMarker(in *bufio.Reader) (marker byte, ok bool) {
	for {
		if first, err := in.ReadByte(); err != nil || first != 0xFF {
			return 0, false
		}
		marker = 0xFF
		for marker == 0xFF {
			var err error
			if marker, err = in.ReadByte(); err != nil {
				return 0, false
			}
		}
		if marker != 0x01 {
			return marker, true
		}
	}
}

// orientation returns the orientation in EXIF data. It returns 1 if the orientation is absent
// or invalid.
func orientation(tiff []byte) int {
	const tag, entrySize = 0x0112, 12
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	directory := tiff[at:]
	count := int(order.Uint16(directory))
	for i := range count {
		entry := directory[2:]
		if len(entry) < (i+1)*entrySize {
			return 1
		}
		entry = entry[i*entrySize:]
		if order.Uint16(entry) != tag {
			continue
		}
		if n := int(order.Uint16(entry[8:])); n >= 1 && n <= 8 {
			return n
		}
		return 1
	}
	return 1
}
