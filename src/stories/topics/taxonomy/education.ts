import { category } from './entry.ts';

export const EDUCATION = category(
  [10, 'education', 'Education', 'education, ~students, ~academic, ~learning, ~curriculum'],
  [
    [
      115,
      'schools',
      'Schools',
      '~school, ~schools, pupils, classroom, headteacher, school board, primary school, high school, school reopening, kindergarten, school district, school closures, ofsted, home schooling, private school, secondary school, charter school, nursery school',
    ],
    [
      116,
      'universities',
      'Universities',
      'university, college campus, campus, undergraduate, harvard, oxford university, cambridge university, ~professor, vice chancellor, higher education, graduates, ~faculty, fraternity, yale, stanford university, ~dean, iit, college admissions, doctoral',
    ],
    [
      117,
      'exams',
      'Exams and results',
      'exam, a level results, gcse, board exams, cbse, neet, jee main, admit card, sat test, results declared, ~grades, entrance exam, answer key, icse, test scores, ssc, upsc',
    ],
    [
      118,
      'teaching',
      'Teaching',
      'teacher, teachers union, teaching assistant, teacher training, teacher shortage, education secretary, education department, education minister, supply teacher, critical race theory, literacy, maths teaching',
    ],
    [
      119,
      'student-life',
      'Student life and finance',
      'student loan, student debt, tuition fees, scholarship, student accommodation, international students, graduate jobs, apprenticeship, student union, gap year, tuition, financial aid, ~freshers',
    ],
  ],
);
