//! Texts of playing in lines.

use super::catalogue::texts;

texts! {
    /// Messages of the line mode.
    LineText {
        HelpListsCommands: "`help` lists the commands", "`aide` donne la liste des commandes";
        NotKept: "This terminal has no screen to draw on: played in lines, and kept only by `save FILE`.",
            "Ce terminal ne peut pas dessiner l’écran : partie en lignes, gardée seulement par `garde FICHIER`.";
        NothingToUndo: "there is nothing to take back", "il n’y a rien à reprendre";
        NothingToRedo: "there is nothing to redo", "il n’y a rien à refaire";
        NameAFile: "name a file: save FILE", "nommez un fichier : garde FICHIER";
        SavedIn: "saved in {}", "partie gardée dans {}";
        IsThere: "{} is there already; choose another name", "{} existe déjà ; choisissez un autre nom";
        NotSaved: "not saved: {}", "pas gardée : {}";
        GaveUp: "the machine gave up: {}", "la machine a renoncé : {}";
        PressEnter: "{}, press Enter when you alone can see the screen. ",
            "{}, appuyez sur Entrée quand vous êtes seul devant l’écran. ";
        TimeOver: "Time is over for {} ({} s): a tile is drawn.", "Le temps est écoulé pour {} ({} s) : une pièce est piochée.";
        GoOn: "Press Enter to go on. ", "Appuyez sur Entrée pour continuer. ";
        WhichRules: "Which rules ({})? ", "Quelles règles ({}) ? ";
        WhoPlays: "Who plays (names with blanks between)? ", "Qui joue (des noms séparés par des espaces) ? ";
        WithSeed: "{} with seed {}", "{}, graine {}";
        NothingPossible: "nothing can be done", "rien n’est possible";
        Hint: "hint: {}", "conseil : {}";
        HintWonIn: "hint: {}; won in {}", "conseil : {} ; gagné en {}";
        KeptBack: "{} could go down; a strong machine waits for a later turn",
            "on pourrait poser {} ; une machine forte attend un tour suivant";
        Then: ", then ", ", puis ";
        GameIsOver: "the game is over", "la partie est finie";
        NoHintLost: "no hint: this cannot be won", "pas de conseil : on ne peut plus gagner";
        NoHintFound: "no hint found: {}", "pas de conseil trouvé : {}";
        NobodyKnows: "nobody knows: it depends on the tiles of the others",
            "personne ne le sait : cela dépend des pièces des autres";
        StillSolvable: "still solvable, in {}", "encore gagnable, en {}";
        NotSolvable: "not solvable: this cannot be won", "pas gagnable : on ne peut plus gagner";
        NotKnown: "not known: {}", "on ne sait pas : {}";
        NodeLimit: "node limit reached", "limite de positions atteinte";
        MemoryLimit: "memory limit reached", "limite de mémoire atteinte";
        TimeLimit: "time limit reached", "limite de temps atteinte";
        Incomplete: "the search was not exhaustive", "la recherche n’était pas complète";
        StoppedByKeyboard: "stopped by Ctrl-C", "arrêté par Ctrl-C";
        StoppedBySignal: "stopped by SIGTERM", "arrêté par SIGTERM";
        SortHow: "sort colour, or sort number", "trie couleur, ou trie nombre";
        NoHand: "this game has no hand to sort", "ce jeu n’a pas de main à trier";
        Home: "home", "fondations";
        Cells: "cells", "cellules";
        WonMark: "{}: won", "{} : gagné";
        StuckMark: "{}: nothing can be moved", "{} : plus rien ne bouge";
        NoJumpMark: "{}: nothing can jump", "{} : plus rien ne saute";
        NothingJumps: "nothing can jump", "plus rien ne saute";
        OnePegAt: "one peg at {}", "un pion en {}";
        MakesTable: "a table of solvable positions is made once: {} MiB",
            "une table des positions gagnables est faite une fois : {} Mio";
        TableNotKept: "the table is not kept for the next game: {}",
            "la table n’est pas gardée pour la prochaine partie : {}";
    }
}

texts! {
    /// How a table of rummy is shown in lines.
    TableText {
        ToMove: "{} to move (deal {})", "à {} de jouer (donne {})";
        Player: "{}: {}, {}", "{} : {}, {}";
        NothingPlaced: "{}, nothing placed yet", "{}, rien de posé encore";
        LaidOut: "{}, laid out {}", "{}, étalé {}";
        Stock: "stock: {}", "pioche : {}";
        Pile: "{}; pile: {}", "{} ; défausse : {}";
        Table: "table:", "table :";
        TableOf: "table of {}:", "table de {} :";
        Loose: "loose: {}", "isolé : {}";
        Hand: "hand: {}", "main : {}";
        None: "none", "vide";
        WonBy: "the game is over, won by {}", "la partie est finie, gagnée par {}";
    }
}

texts! {
    /// The help of the line mode.
    Help {
        Patience: "  37, 12-3   move from column 3 to column 7, from column 12 to column 3; runs move together, 37v2 two cards
  3a         from column 3 to cell a           a3     from cell a to column 3
  3h, ah     to the foundations                5H 6S  a card onto a card; 5H T into a cell, 5H V into an empty column
  hint       a good next move                  ask    can it still be won?
  moves      all moves                         undo, redo, restart
  show       the table                         save FILE, help, quit
Words and court cards may be French too: aide, conseil, V♠ D♥ R♣ (D only with the sign of the suit).",
            "  37, 12-3   de la colonne 3 à la colonne 7, de la 12 à la 3 ; les suites vont ensemble, 37v2 deux cartes
  3a         de la colonne 3 à la cellule a    a3     de la cellule a à la colonne 3
  3h, ah     sur les fondations                5♥ 6♠  une carte sur une carte ; 5♥ T dans une cellule, 5♥ V dans une colonne vide
  conseil    un bon coup                       gagnable   peut-on encore gagner ?
  coups      tous les coups                    annule, refais, recommence
  montre     la table                          garde FICHIER, aide, quitte
Les mots et les figures anglais sont compris aussi : help, hint, J♠ Q♥ K♣. Les couleurs sont ♠ ♥ ♦ ♣ ou S H D C.";
        Peg: "  d2-d4      jump from hole d2 to hole d4; d2-d4-f4 is two jumps by one peg
  moves      all jumps: + keeps the win, - loses it
  hint       a good next jump                  ask    can it still be won?
  undo, redo, restart                          show   the board
  save FILE, help, quit
Words may be French too: aide, conseil, annule.",
            "  d2-d4      saute du trou d2 au trou d4 ; d2-d4-f4 : deux sauts d’un même pion
  coups      tous les sauts : + garde le gain, - le perd
  conseil    un bon saut                       gagnable   peut-on encore gagner ?
  annule, refais, recommence                   montre     le plateau
  garde FICHIER, aide, quitte
Les mots anglais sont compris aussi : help, hint, undo.";
        Rummy: "  A B C            lay down a new combination; + (A B C) (D E F) several
  (A B C) (D E F)  the whole new table; where there is nothing to discard this ends the turn
  2 (A B C)        put this (or several, or nothing) in the place of combination 2
  put TILE 2       put a tile of your hand, or a loose one, into combination 2; put TILE new: into a new one
  move TILE 2 3    move a tile from combination 2 to combination 3; move TILE 2 new: to a new one
  undo             take back the last change of this turn; reset takes back all; a drawn tile stays
  redo             make it again
  done             end the turn; tiles that are loose must be placed before
  draw             draw from the stock          take   take from the discard pile
  discard TILE     discard and end the turn     pass   pass (only with an empty stock)
  moves            commands that are possible   show   show everything again
  hint             what a strong machine would do, from what you have laid
  sort colour      sort your hand; sort number
  save FILE        save the game
  help             this text                    quit   leave
Tiles: {}
Commands are in lower case, in English or French (pioche, fini).",
            "  A B C            pose une nouvelle combinaison ; + (A B C) (D E F) plusieurs
  (A B C) (D E F)  toute la nouvelle table ; là où l’on ne défausse pas, cela finit le tour
  2 (A B C)        ceci (ou plusieurs, ou rien) à la place de la combinaison 2
  mets PIÈCE 2     une pièce de votre main, ou isolée, dans la combinaison 2 ; mets PIÈCE nouvelle : dans une nouvelle
  déplace PIÈCE 2 3  une pièce de la combinaison 2 à la 3 ; déplace PIÈCE 2 nouvelle : dans une nouvelle
  annule           reprend le dernier changement de ce tour ; efface les reprend tous ; une pièce piochée reste
  refais           le fait de nouveau
  fini             finit le tour ; les pièces isolées doivent être posées avant
  pioche           pioche                       prends   prend la défausse
  défausse PIÈCE   défausse et finit le tour    passe    passe (seulement si la pioche est vide)
  coups            les commandes possibles      montre   montre tout de nouveau
  conseil          ce que ferait une machine forte, à partir de ce que vous avez posé
  trie couleur     trie votre main ; trie nombre
  garde FICHIER    garde la partie
  aide             ce texte                     quitte   quitte
Pièces : {}
Les commandes sont en minuscules, en français ou en anglais (draw, done).";
        LetterTiles: "T E S T, or as a word TEST or (TEST) in capitals; accents are folded; * is the joker.",
            "T E S T, ou comme mot TEST ou (TEST) en capitales ; les accents sont ignorés ; * est le joker.";
        NumberedTiles: "9b 9r 9y 9k, number and colour: b blue, r red, y yellow, k black (j and n, as in French, too); * is the joker.",
            "9b 9r 9j 9n, nombre et couleur : b bleu, r rouge, j jaune, n noir (y et k de l’anglais aussi) ; * est le joker.";
        CardTiles: "7h 10s KD or 7♥ 10♠ K♦; s h d c, J Q K. French: p t for ♠ ♣, k for ♦, V D R; c is always ♣. * is the joker.",
            "7♥ 10♠ R♦ ; p pour ♠, t pour ♣, k pour ♦, h pour ♥ (c est toujours ♣), V D R ; s h d c et J Q K de l’anglais aussi ; * est le joker.";
        MahjongTiles: "7B bamboos, 7C characters, 7D dots, winds E S W N, dragons R G P (red, green, white), F1 flowers. French: 7R dots, O west, V green, B white.",
            "7B bambous, 7C caractères, 7R ronds, vents E S O N, dragons R V B (rouge, vert, blanc), F1 fleurs. Les lettres anglaises aussi : 7D ronds, W ouest, G vert, P blanc.";
    }
}
