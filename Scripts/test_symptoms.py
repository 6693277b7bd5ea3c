"""Checks that every test that Tests/SYMPTOMS.md names exists."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Symptoms(unittest.TestCase):
    def test_named_tests_exist(self):
        rows = [line.split("|")[1:-1] for line in
                (ROOT / "Tests" / "SYMPTOMS.md").read_text().splitlines() if line.startswith("|")]
        rows = [row for row in rows if row[0].strip() not in ("symptom", "---")]
        self.assertGreater(len(rows), 35)
        for row in rows:
            self.assertEqual(len(row), 3, row[0])
            named = re.findall(r'(\w+Tests|\w+\.py) ((?:"[^"]*"(?:, )?)+)', row[1])
            self.assertTrue(named or "to come" in row[1], row[0])
            self.assertEqual(sum(names.count('"') for _, names in named), row[1].count('"'), row[0])
            for file, names in named:
                for name in re.findall(r'"([^"]*)"', names):
                    with self.subTest(file=file, test=name):
                        self.assertTrue(self.exists(file, name))

    def exists(self, file: str, name: str) -> bool:
        if file.endswith(".py"):
            return f"def {name}(" in (ROOT / "Scripts" / file).read_text()
        [path] = (ROOT / "Tests").rglob(f"{file}.swift")
        return re.search(rf'@Test\(\s*"{re.escape(name)}"', path.read_text()) is not None


if __name__ == "__main__":
    unittest.main()
