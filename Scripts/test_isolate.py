"""Tests how Scripts/isolate takes a wrong call, in its own words and before it sets anything up."""

import pathlib
import subprocess
import unittest

ISOLATE = pathlib.Path(__file__).with_name("isolate")


class WrongCalls(unittest.TestCase):
    def expect(self, arguments: str, message: str):
        """One line that says what is wrong, then the usage, and status 2."""
        done = subprocess.run(
            [ISOLATE, *arguments.split()], capture_output=True, text=True, timeout=60
        )
        self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        first, rest = done.stderr.split("\n", 1)
        self.assertEqual(first, f"isolate: {message}")
        self.assertTrue(rest.startswith("usage: Scripts/isolate NOISY CLEAN"), rest)

    def test_two_files_come_first(self):
        for arguments in ("", "a.wav", "--quiet a.wav b.wav", "a.wav --quiet b.wav"):
            self.expect(arguments, "name two files, before any option")

    def test_a_third_file(self):
        for arguments in (
            "a.wav b.wav c.wav",
            "a.wav b.wav --force c.wav",
            "a.wav b.wav --attenuation-limit=12 c.wav",
            "a.wav b.wav --attenuation-limit 12 c.wav",
            "a.wav b.wav -q --pf c.wav --json",
        ):
            self.expect(arguments, "'c.wav' is a file too many: one is read and one written")

    def test_another_place_to_write_to(self):
        for word in (
            *("-o", "--output", "--output=c", "-d", "--output-folder", "--output-folder=c"),
            "--in-place",
        ):
            self.expect(
                f"a.wav b.wav --quiet {word} c",
                f"'{word}' is not for here: CLEAN is the file to write",
            )

    def test_folders(self):
        for word in ("-r", "--recursive"):
            self.expect(
                f"a b {word}", f"'{word}' is not for here: NOISY is a file to read"
            )


if __name__ == "__main__":
    unittest.main()
