//! Texts of the terminal game.

use super::catalogue::texts;

texts! {
    /// Texts of the terminal game.
    Screen {
        CommandHelp: "keys", "touches";
        CommandLeave: "leave", "quitter";
        CommandBack: "back", "retour";
        CommandChoose: "choose", "choisir";
        CommandCancel: "cancel", "annuler";
        CommandUndo: "undo", "reprendre";
        CommandRedo: "redo", "refaire";
        CommandRestart: "from the start", "depuis le début";
        CommandNew: "new deal", "nouvelle donne";
        CommandHint: "hint", "indice";
        CommandSolution: "solution", "solution";
        CommandLastWinnable: "last winnable move", "dernier coup gagnable";
        CommandReview: "review", "revue";
        CommandFinish: "put up all that can go up", "monter tout ce qui peut monter";
        CommandLight: "truth light on or off", "témoin de vérité";
        CommandColours: "two or four suit colours", "deux ou quatre couleurs";
        CommandLetters: "signs or letters", "signes ou lettres";
        CommandMouse: "mouse on or off", "souris oui ou non";
        CommandType: "type a move", "écrire un coup";
        CommandStatistics: "statistics", "statistiques";
        CommandRemove: "remove", "supprimer";
        CommandPause: "pause", "pause";
        CommandForward: "forward", "avancer";
        CommandBackward: "back one move", "reculer";
        CommandFirst: "to the start", "au début";
        CommandLast: "to the end", "à la fin";
        CommandFaster: "faster", "plus vite";
        CommandSlower: "slower", "moins vite";
        CommandPlayOn: "play on from here", "jouer d’ici";
        CommandFault: "the move that lost", "le coup perdant";
        CommandLearn: "learn from it", "apprendre";
        CommandLay: "lay a new combination", "nouvelle combinaison";
        CommandMark: "mark a tile", "marquer une pièce";
        CommandDraw: "draw", "piocher";
        CommandTake: "take from the pile", "prendre au talon";
        CommandDone: "end the turn", "finir le tour";
        CommandDiscard: "discard the marked tile", "jeter la pièce marquée";
        CommandSteps: "opponents’ turns step by step", "tours des autres pas à pas";
        CommandDiffers: "next turn that differs", "prochain tour différent";
        CommandSort: "sort by colour or number", "trier par couleur ou nombre";

        KeySpace: "Space", "Espace";
        KeyEnter: "Enter", "Entrée";
        KeyEscape: "Esc", "Échap";
        KeyHome: "Home", "Début";
        KeyEnd: "End", "Fin";
        KeyDelete: "Del", "Suppr";

        MenuTitle: "Tapis: what shall we play?", "Tapis : à quoi jouons-nous ?";
        GoOnWith: "go on: {}, {}", "continuer : {}, {}";
        NewPatience: "new deal", "nouvelle donne";
        NewPeg: "new game", "nouvelle partie";
        NewRummy: "new game against a machine", "nouvelle partie contre une machine";
        PegSolitaire: "peg solitaire", "solitaire";
        You: "Player", "Joueur";
        BegunBefore: "You have begun this game: {}, {}. Go on?", "Vous avez commencé cette partie : {}, {}. Continuer ?";
        TooSmall: "The terminal is too small: {} × {} are needed.", "Le terminal est trop petit : il faut {} × {}.";
        HelpFoot: "↑ ↓ and Enter, or the key", "↑ ↓ et Entrée, ou la touche";

        NothingToUndo: "There is nothing to take back.", "Il n’y a rien à reprendre.";
        NothingToRedo: "There is nothing to redo.", "Il n’y a rien à refaire.";
        NotSaved: "Not saved: {}", "Pas enregistré : {}";
        Thinking: "Thinking …", "Je réfléchis …";
        NoSolution: "There is no solution to a game against others.", "Une partie contre d’autres n’a pas de solution.";
        LostSince: "lost since move {}", "perdu depuis le coup {}";
        Winnable: "winnable", "gagnable";
        Searching: "searching", "recherche";
        HintIs: "Enter plays the hint: {}", "Entrée joue l’indice : {}";
        GameOver: "The game is over.", "La partie est finie.";
        HelpUsed: "help {}", "aide {}";
        NoneWinnable: "No position of this game is known to be winnable.", "Aucune position de cette partie n’est connue comme gagnable.";
        UnknownKey: "`{}` is not a key of this game; ? lists the keys.", "« {} » n’est pas une touche de ce jeu ; ? donne la liste.";
        AskDeal: "Number of the deal, a difficulty such as 60%, or Enter for any:", "Numéro de la donne, difficulté comme 60%, ou Entrée au hasard :";
        AskMove: "Move:", "Coup :";
        NotADeal: "`{}` is not the number of a deal.", "« {} » n’est pas un numéro de donne.";
        NoDifficulty: "Deals of this game are not rated; a difficulty is 0% to 100%.", "Les donnes de ce jeu ne sont pas notées ; une difficulté va de 0% à 100%.";

        WonPatience: "Won! n deals again, o looks back, u takes the win back.", "Gagné ! n redonne, o revoit la partie, u reprend le coup.";
        StuckPatience: "Nothing can be moved: u takes back, o looks back, n deals again.", "Plus rien ne bouge : u reprend, o revoit la partie, n redonne.";
        HomeIsATarget: "h is where cards go: first say from where, as in 3 h.", "h est une destination : dites d’abord d’où, comme 3 h.";
        NothingGoesUp: "No card can go up now.", "Aucune carte ne peut monter.";
        HelpPatienceMove: "3 7: column 3 to 7   3 a: to cell a   3 h: home", "3 7 : colonne 3 à 7   3 a : case a   3 h : monter";
        HelpPatienceColumns: "after a colon: 12-3 above nine, 37v2 for two cards", "après deux-points : 12-3, ou 37v2 pour deux cartes";
        HelpPatienceArrows: "arrows, Enter: cards that can move, then where to", "flèches, Entrée : cartes qui bougent, puis où";
        HelpPatienceMouse: "mouse: two clicks, or a drag", "souris : deux clics, ou glisser";

        WonPeg: "Won! o looks back, u takes the win back.", "Gagné ! o revoit la partie, u reprend le coup.";
        StuckPeg: "Nothing can jump: u takes back, o looks back.", "Plus rien ne saute : u reprend, o revoit la partie.";
        PegCannotJump: "Nothing can jump from there.", "Rien ne peut sauter de là.";
        KeepsTheWin: "keeps the win", "garde la victoire";
        RemoveSurely: "{}: once more removes it for good.", "{} : encore une fois, et elle est supprimée.";
        OpenElsewhere: "This game is open in another window.", "Cette partie est ouverte dans une autre fenêtre.";
        LosesTheWin: "loses the win", "perd la victoire";
        NobodyKnows: "unknown", "inconnu";
        HelpPegArrows: "arrows, Enter or mouse: a peg, then where it lands", "flèches, Entrée ou souris : un pion, puis son trou";
        HelpPegSigns: "✓ keeps the win, ✗ loses it, ? unknown", "✓ garde la victoire, ✗ la perd, ? inconnu";
        HelpPegType: "after a colon: d2-d4 or d2-d4-f4", "après deux-points : d2-d4 ou d2-d4-f4";

        WatchPlace: "Solution: move {} of {}", "Solution : coup {} sur {}";
        HelpWatch: "1 to 9 go to 10% to 90% of the way", "1 à 9 vont à 10% … 90% du chemin";

        RummyFacts: "deal {}, stock: {}", "donne {}, pioche : {}";
        RummyPile: "pile: {}", "défausse : {}";
        NotOpened: ", not opened", ", pas ouvert";
        StepLifts: "takes apart {}", "défait {}";
        TurnIsGood: "the turn can end here: f", "le tour peut finir : f";
        HandOver: "{}, press Enter when you alone can see the screen.", "{}, appuyez sur Entrée quand vous êtes seul devant l’écran.";
        MarkFirst: "Mark tiles first: Space, or a click.", "Marquez d’abord des pièces : Espace, ou un clic.";
        MarkOne: "Mark the one tile to discard.", "Marquez la seule pièce à jeter.";
        HelpRummyMark: "Space or a click marks tiles; n or (+) lays them", "Espace ou clic marque des pièces ; n ou (+) les pose";
        HelpRummyPut: "1 to 9, or Enter on a combination, adds them to it", "1 à 9, ou Entrée sur une combinaison, les y ajoute";
        HelpRummySigns: "✗ and red: not a combination; +: drawn last", "✗ et rouge : pas une combinaison ; + : piochée";

        RummyReviewPlace: "Review: turn {} of {}", "Revue : tour {} sur {}";
        RummyReviewEnd: "Review: after the last of {} turns", "Revue : après le dernier de {} tours";
        TurnPlayed: "played: {}", "joué : {}";
        TurnBest: "a strong machine: {}", "une machine forte : {}";
        NoDifference: "No turn of yours is known to differ from a strong machine’s.", "Aucun de vos tours n’est connu comme différent de celui d’une machine forte.";
        HelpRummyReview: "✓ as a strong machine, ≠ differs, · others’ turns", "✓ comme une machine forte, ≠ différent, · les autres";
        HelpRummyBranch: "Enter begins another game from here, not counted", "Entrée commence d’ici une autre partie, non comptée";
        Branched: "A game of its own from here on; it is not counted.", "Une partie à part dès maintenant ; elle n’est pas comptée.";
        ShownTiles: "The last turn showed hidden tiles and stays; v looks back and branches off.", "Le dernier tour a montré des pièces cachées et reste ; v revoit et bifurque.";
        ReviewPlace: "Review: after move {} of {}", "Revue : après le coup {} sur {}";
        WouldHaveWon: "✓ would have kept the win: {} ({})", "✓ aurait gardé la victoire : {} ({})";
        NothingToLearn: "No move of this game is known to have lost the win.", "Aucun coup de cette partie n’est connu comme perdant.";
        LearnNow: "Find a move that keeps the win; s shows the solution.", "Trouvez un coup qui garde la victoire ; s montre la solution.";
        LearnRight: "Right: this keeps the win ({}).", "Juste : la victoire est gardée ({}).";
        LearnWrong: "That loses the win, and is taken back. Try another move.", "Ce coup perd la victoire, il est repris. Essayez-en un autre.";
        HelpReviewStrip: "high bar winnable, low bar lost, middle unknown", "barre haute gagnable, basse perdue, sinon inconnue";
        HelpReviewLearn: "1 to 9 jump, a click on the strip goes there", "1 à 9 sautent, un clic sur la bande y va";

        StatisticsTitle: "Your games", "Vos parties";
        NoResults: "No game was played to an end yet.", "Aucune partie n’est encore finie.";
        ColumnGame: "game", "jeu";
        ColumnPlayed: "games", "jeux";
        ColumnWon: "won", "gagné";
        ColumnAlone: "alone", "seul";
        ColumnStreak: "row", "suite";
        ColumnLongest: "most", "max";
        ColumnBest: "best", "mieux";
        ColumnMean: "mean", "moy.";
    }
}
