/** Files that systems run, mount or install, by their content. */
export const dangerous: [what: string, name: string, bytes: string | Uint8Array][] = [
  ['a program', 'a.txt', beginning('MZ')],
  ['a hidden program', 'evil.exe.jpg', beginning('MZ')],
  ['a program of another system', 'a.jpg', beginning('\x7fELF')],
  ['a Mach-O', 'a.jpg', beginning('\xcf\xfa\xed\xfe')],
  ['a Java class', 'a.bin', beginning('\xca\xfe\xba\xbe\0\0\0\x34')],
  ['a DEX', 'a.bin', beginning('dex\n035\0')],
  ['a shortcut', 'a.txt', beginning('L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F')],
  ['a Flash film', 'a.bin', beginning('CWS\x09')],
  ['a cabinet', 'a.bin', beginning('MSCF')],
  ['a package of Debian', 'a.bin', beginning('!<arch>\ndebian-binary')],
  ['a package of another system', 'a.bin', beginning('xar!\0\x1c\0\x01')],
  ['an installer called a document', 'a.doc', installer()],
  ['the image of a CD', 'a.bin', Buffer.concat([Buffer.alloc(0x8000), beginning('\x01CD001')])],
  ['the image of a disk', 'a.bin', Buffer.concat([Buffer.alloc(1_024, 7), beginning('conectix', 512)])],
  ['the image of another disk', 'a.bin', Buffer.concat([Buffer.alloc(1_024, 7), beginning('koly', 512)])],
];

function beginning(mark: string, size = 200): Buffer {
  return Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.alloc(size)]).subarray(0, Math.max(size, mark.length));
}

/** A compound file whose root is of the class of Windows Installer. */
function installer(): Buffer {
  const bytes = Buffer.alloc(1_536);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  bytes.write('84100c0000000000c000000000000046', 1_024 + 80, 'hex');
  return bytes;
}
